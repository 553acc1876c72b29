import { isObject, parseJson } from '../json-value.ts';

/** Stands in a record for a `toolUseResult` that was not parsed. */
export const PASSED_OVER = '(passed over)';

/**
 * What `JSON.parse` gives for a line, with {@link PASSED_OVER} in the place of its `toolUseResult` where that can be told
 * apart; undefined for a line that is no JSON.
 *
 * It is what the program keeps of a tool's result for itself, such as the whole of an edited file: half of most
 * transcripts, and nobody reads it. It is not checked either.
 *
 * Source: transcripts of Claude Code 1.0 to 2.1.332, 2026-11: lines of `JSON.stringify`, without spaces between members.
 */
export function parseClaudeLine(line: string): unknown {
  const rare = line.indexOf(RARE);
  const key = rare - KEY.indexOf(RARE);
  const isKey = rare !== -1 && line.startsWith(KEY, key);
  return (isKey ? parseAround(line, key + KEY.length) : undefined) ?? parseJson(line);
}

// A quote within a text is escaped, so this is a member's name wherever it stands.
const KEY = ',"toolUseResult":';
// A search is several times as fast for a few letters of which the first is rare.
const RARE = 'UseRes';

/** The record without the value that begins at `start`; undefined where its end, or its place, is in doubt. */
function parseAround(line: string, start: number): unknown {
  const end = endOfValue(line, start);
  if (end === undefined || line.length - end > LONGEST_REST) {
    return undefined;
  }
  const rest = line.slice(end);
  if (BEFORE.some((name) => rest.includes(name))) {
    return undefined;
  }
  // Cut at any other place than the end of a value, the brackets or the quotes of what is left do not match.
  const record = parseJson(`${line.slice(0, start)}"${PASSED_OVER}"${rest}`);
  // Only the record's own member shows up here, and not one of the same name further inside.
  return isObject(record) && record['toolUseResult'] === PASSED_OVER ? record : undefined;
}

/** The first place where the value may end and another member begin. */
function endOfValue(line: string, start: number): number | undefined {
  const close = CLOSES[line.charAt(start)];
  const found = close === undefined ? -1 : line.indexOf(`${close},"`, start);
  return found === -1 ? undefined : found + 1;
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
// Few and short members follow; more means that the end was not found, and that parsing twice would cost.
const LONGEST_REST = 2_048;
// What is read of a result stands before. Behind it, these are of another record, which ran into the same line.
const BEFORE = ['"type":', '"message":', '"timestamp":'];
