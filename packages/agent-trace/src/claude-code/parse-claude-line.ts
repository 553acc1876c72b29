import { isObject, type JsonObject, parseJson } from '../json-value.ts';

/**
 * The value of a line of Claude Code's, without what the program keeps of a tool's result for itself where that can be
 * told apart: it repeats what the message holds, and an edit's is the whole file, so most of a transcript is this.
 *
 * Source: transcripts of Claude Code 1.0 to 2.1.332, 2026-11: what is read of a record stands before its
 * `toolUseResult`, but for a sub-agent's `agentId`.
 */
export function parseClaudeLine(text: string): unknown {
  const at = text.indexOf(OWN_RESULT);
  if (at === -1) {
    return parseJson(text);
  }
  // Only where the member is the record's own does what stands before it end in the open record.
  const start = parseJson(`${text.slice(0, at)}}`);
  const rest = { text, at };
  return isObject(start) && hasAll(start, rest) ? start : parseJson(text);
}

// A quote within a text is escaped, so this is a key wherever it is found.
const OWN_RESULT = ',"toolUseResult":';

function hasAll(start: JsonObject, rest: { readonly text: string; readonly at: number }): boolean {
  return (
    isObject(start['message']) &&
    start['timestamp'] !== undefined &&
    start['isSidechain'] !== undefined &&
    rest.text.endsWith('}') &&
    !rest.text.includes('"agentId":', rest.at)
  );
}
