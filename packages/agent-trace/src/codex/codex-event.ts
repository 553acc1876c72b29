import type { Origin, Turn } from '@harness/turns';
import { isInjected } from '../injected-text.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { ReadContext } from '../lines/line-format.ts';
import { codexRefusal, rateLimitsOf } from './codex-refusal.ts';
import { answerTurns, type RolloutState } from './codex-rollout.ts';

/** Reads what a rollout tells beside the items of its responses: prompts, failures and ends. */
export function eventTurns(
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
