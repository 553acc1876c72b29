import { classifyRefusal, type Refusal, type RefusalContext } from '@harness/turns';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { StreamOutput } from './read-stream-output.ts';
import { lastLineOf } from './sentence.ts';

/**
 * Reads the events of `claude --output-format stream-json`.
 *
 * Source: Claude Code 2.1.332, 2026-11: `result` closes the stream; before it, `rate_limit_event`
 * states the reset of a rejected call in Unix seconds, and a synthetic `assistant` event says why.
 */
export function readClaudeStream(
  events: readonly JsonObject[],
  context: RefusalContext,
): StreamOutput {
  const result = events.findLast(({ type }) => type === 'result');
  const spoken = events.findLast(({ type }) => type === 'assistant');
  const cause = causeOf(result, spoken);
  const refusal = refusalOf(events, result, spoken, context);
  return {
    ...(cause === undefined ? {} : { cause }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

function causeOf(
  result: JsonObject | undefined,
  spoken: JsonObject | undefined,
): string | undefined {
  const said = spoken === undefined ? undefined : lastLineOf(textOf(spoken));
  if (result === undefined) {
    return said;
  }
  const [error] = Array.isArray(result['errors']) ? result['errors'] : [];
  return (
    lastLineOf(textAt(result, 'result')) ??
    (typeof error === 'string' ? lastLineOf(error) : undefined) ??
    ENDINGS[textAt(result, 'subtype') ?? ''] ??
    said
  );
}

function refusalOf(
  events: readonly JsonObject[],
  result: JsonObject | undefined,
  spoken: JsonObject | undefined,
  context: RefusalContext,
): Refusal | undefined {
  const status = result === undefined ? undefined : numberAt(result, 'api_error_status');
  const code = spoken === undefined ? undefined : textAt(spoken, 'error');
  const isRefused =
    result === undefined
      ? code !== undefined
      : result['is_error'] === true && (status !== undefined || code !== undefined);
  if (!isRefused) {
    return undefined;
  }
  const text = textAt(result ?? {}, 'result') ?? (spoken === undefined ? '' : textOf(spoken));
  const resetMs = rejectedUntil(events);
  return classifyRefusal(
    {
      text,
      ...(status === undefined ? {} : { status }),
      ...(code === undefined ? {} : { code }),
      ...(resetMs === undefined ? {} : { resetMs }),
    },
    context,
  );
}

function rejectedUntil(events: readonly JsonObject[]): number | undefined {
  const limit = events.findLast(({ type }) => type === 'rate_limit_event');
  const info = limit === undefined ? {} : objectAt(limit, 'rate_limit_info');
  const epochS = info['status'] === 'rejected' ? numberAt(info, 'resetsAt') : undefined;
  return epochS === undefined ? undefined : epochS * 1_000;
}

function textOf(event: JsonObject): string {
  return objectsAt(objectAt(event, 'message'), 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}

const ENDINGS: Readonly<Record<string, string>> = {
  error_max_turns: 'The agent used up its turns.',
  error_max_budget_usd: 'The agent used up its budget.',
  error_during_execution: 'The agent ended in an error.',
};
