import type { Origin, Place, Turn } from '@harness/turns';
import { type JsonObject, objectAt } from '../json-value.ts';
import type { Identity, ReadContext, ReadRecord } from '../lines/line-format.ts';
import { recordTime } from '../record-time.ts';
import { codexCall, codexResult } from './codex-call.ts';
import { eventTurns } from './codex-event.ts';
import { answerTurns, beginRollout, type RolloutState } from './codex-rollout.ts';

/**
 * Reads the records of one Codex rollout.
 *
 * Source: rollouts of Codex 0.39 to 0.171, 2026-11. Calls and their outputs are `response_item`s;
 * a person's message is an `event_msg`, of type `user_message` before 0.171 and as a completed
 * `UserMessage` since; a failure stands only in the `error` of `task_complete`. The items of one
 * response carry no id of it: `token_usage_record` or `token_count` ends it.
 */
export function codexReader(identity: Identity, context: ReadContext): ReadRecord {
  const state = beginRollout();
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
