import { classifyRefusal, type RefusalContext } from '@harness/turns';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import type { StreamOutput } from './read-stream-output.ts';
import { lastLineOf } from './sentence.ts';

/**
 * Reads the events of `codex exec --json`.
 *
 * Source: Codex 0.171, 2026-11: `turn.failed` or `turn.completed` closes a turn; an `error` before
 * it may be one that Codex gets over.
 */
export function readCodexStream(
  events: readonly JsonObject[],
  context: RefusalContext,
): StreamOutput {
  const closed = events.findLastIndex(({ type }) => type === 'turn.completed');
  const error = events.slice(closed + 1).findLast(isError);
  const text = error === undefined ? undefined : errorText(error);
  if (text !== undefined) {
    return { cause: lastLineOf(text) ?? text, refusal: classifyRefusal({ text }, context) };
  }
  const said = events.findLast((event) => objectAt(event, 'item')['type'] === 'agent_message');
  const cause = said === undefined ? undefined : lastLineOf(textAt(objectAt(said, 'item'), 'text'));
  return cause === undefined ? {} : { cause };
}

function isError({ type }: JsonObject): boolean {
  return type === 'turn.failed' || type === 'error';
}

function errorText(event: JsonObject): string | undefined {
  return textAt(objectAt(event, 'error'), 'message') ?? textAt(event, 'message');
}
