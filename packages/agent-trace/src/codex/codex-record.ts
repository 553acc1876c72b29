import type { Origin, Place, Turn } from '@harness/turns';
import { isInjected } from '../injected-text.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { Identity, ReadContext, ReadRecord } from '../lines/line-format.ts';
import { recordTime } from '../record-time.ts';
import { Seen } from '../seen.ts';
import { codexCall, codexResult } from './codex-call.ts';
import { codexRefusal, type RateLimits, rateLimitsOf } from './codex-refusal.ts';

/**
 * Reads the records of one Codex rollout.
 *
 * Source: rollouts of Codex 0.39 to 0.171, 2026-11. Calls and their outputs are `response_item`s;
 * a person's message is an `event_msg`, of type `user_message` before 0.171 and as a completed
 * `UserMessage` since; a failure stands only in the `error` of `task_complete`. The items of one
 * response carry no id of it: `token_usage_record` or `token_count` ends it.
 */
export function codexReader(identity: Identity, context: ReadContext): ReadRecord {
  const state: RolloutState = {
    calls: new Seen(SEEN_LIMIT),
    inResponse: false,
    refused: false,
    personsType: undefined,
    limits: undefined,
  };
  return (record, place) => {
    const origin = originOf(record, identity, place);
    const payload = objectAt(record, 'payload');
    switch (record['type']) {
      case 'response_item':
        return itemTurns(payload, origin, state);
      case 'event_msg':
        return eventTurns(payload, origin, state, context);
      case 'token_usage_record':
        state.inResponse = false;
        return [];
      case 'compacted':
        state.inResponse = false;
        return [{ kind: 'compaction', ...origin }];
      default:
        return [];
    }
  };
}

const SEEN_LIMIT = 4_096;

interface RolloutState {
  readonly calls: Seen;
  /** An item of a response was read, and its end was not. */
  inResponse: boolean;
  /** This task's failure was told by a record before its end. */
  refused: boolean;
  /** The type of record that carries a person's messages in this rollout. */
  personsType: unknown;
  limits: RateLimits | undefined;
}

function originOf(record: JsonObject, { session, agent }: Identity, place: Place): Origin {
  const atMs = recordTime(record);
  return {
    session,
    ...(agent === undefined ? {} : { agent }),
    ...(atMs === undefined ? {} : { atMs }),
    place,
  };
}

function itemTurns(item: JsonObject, origin: Origin, state: RolloutState): readonly Turn[] {
  const result = codexResult(item);
  if (result !== undefined) {
    state.inResponse = false;
    return [{ ...result, ...origin }];
  }
  if (!isModels(item)) {
    return [];
  }
  const call = codexCall(item);
  const answers = answerTurns(origin, state);
  return call !== undefined && state.calls.first(call.id)
    ? [...answers, { ...call, ...origin }]
    : answers;
}

function isModels(item: JsonObject): boolean {
  return item['type'] === 'message' ? item['role'] === 'assistant' : BY_MODEL.has(item['type']);
}

const BY_MODEL: ReadonlySet<unknown> = new Set([
  'reasoning',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
]);

function answerTurns(origin: Origin, state: RolloutState): readonly Turn[] {
  if (state.inResponse) {
    return [];
  }
  state.inResponse = true;
  return [{ kind: 'answer', ...origin }];
}

function eventTurns(
  event: JsonObject,
  origin: Origin,
  state: RolloutState,
  context: ReadContext,
): readonly Turn[] {
  switch (event['type']) {
    case 'token_count':
      return countTurns(event, state);
    case 'user_message':
    case 'item_completed':
      return messageTurns(event, origin, state);
    case 'error':
      state.refused = true;
      return [
        { kind: 'refusal', ...codexRefusal(event, origin.atMs, state.limits, context), ...origin },
      ];
    case 'stream_error':
      return [
        { kind: 'retry', ...codexRefusal(event, origin.atMs, undefined, context), ...origin },
      ];
    case 'task_started':
    case 'turn_started':
      state.refused = false;
      state.inResponse = false;
      return [];
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      return endTurns(event, origin, state, context);
    default:
      return [];
  }
}

function countTurns(event: JsonObject, state: RolloutState): readonly Turn[] {
  state.limits = rateLimitsOf(event) ?? state.limits;
  if (event['info'] !== null) {
    state.inResponse = false;
  }
  return [];
}

function endTurns(
  event: JsonObject,
  origin: Origin,
  state: RolloutState,
  context: ReadContext,
): readonly Turn[] {
  const error = objectAt(event, 'error');
  const isNews = textAt(error, 'message') !== undefined && !state.refused;
  state.refused = false;
  state.inResponse = false;
  const rest: Turn = { kind: 'rest', ...origin };
  return isNews
    ? [
        { kind: 'refusal', ...codexRefusal(error, origin.atMs, state.limits, context), ...origin },
        rest,
      ]
    : [rest];
}

function messageTurns(event: JsonObject, origin: Origin, state: RolloutState): readonly Turn[] {
  if (objectAt(event, 'item')['type'] === 'AgentMessage') {
    return answerTurns(origin, state);
  }
  const text = personsText(event);
  if (text === undefined || isInjected(text) || origin.agent !== undefined) {
    return [];
  }
  // A version that writes both records of a message must not have it counted twice.
  state.personsType ??= event['type'];
  state.inResponse = false;
  return state.personsType === event['type'] ? [{ kind: 'message', ...origin }] : [];
}

function personsText(event: JsonObject): string | undefined {
  if (event['type'] === 'user_message') {
    const kind = textAt(event, 'kind') ?? 'plain';
    return kind === 'plain' ? (textAt(event, 'message') ?? '') : undefined;
  }
  const item = objectAt(event, 'item');
  if (item['type'] !== 'UserMessage') {
    return undefined;
  }
  return objectsAt(item, 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}
