import type { RefusalContext } from '@harness/turns';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import { opencodeRefusal } from '../opencode/opencode-refusal.ts';
import type { StreamOutput } from './read-stream-output.ts';
import { lastLineOf } from './sentence.ts';

/** Reads the events of `opencode run --format json`. Source: OpenCode 1.18.33, 2026-11. */
export function readOpencodeStream(
  events: readonly JsonObject[],
  context: RefusalContext,
): StreamOutput {
  const last = events.findLast(({ type }) => type === 'error' || type === 'text');
  if (last === undefined) {
    return {};
  }
  if (last['type'] === 'text') {
    const said = lastLineOf(textAt(objectAt(last, 'part'), 'text'));
    return said === undefined ? {} : { cause: said };
  }
  const refusal = opencodeRefusal(objectAt(last, 'error'), context.atMs, context);
  const cause = lastLineOf(refusal.text);
  return { ...(cause === undefined ? {} : { cause }), refusal };
}
