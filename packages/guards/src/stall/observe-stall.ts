import type { RefusalTurn, RetryTurn, Turn } from '@harness/turns';
import type { Observation, Ordered } from '../observation.ts';
import { type Context, quietly, type Step } from '../step.ts';
import { judgeSilence } from './judge-silence.ts';
import { openTurnAfter } from './open-turn.ts';
import type { OpenTurn, Refused, StallState } from './stall-state.ts';

/**
 * Watches a resident that is up for the silence of its model: no successful call for `timeoutMs`, counted from the
 * later of its start and its last success, with `busy` also from the opening of the turn. It judges at a tick.
 *
 * `silent` is said once an episode. A success ends the episode and is `answered`. The restart that the guard asks for
 * ends it too: the next stall is told anew, and once `stallRestarts` in a row were answered so, the harness is left
 * alone. The run after an operator's start or restart begins without a stall behind it, an operator's stop ends the
 * episode. A host that slept has not stalled: silence begins anew when it wakes.
 *
 * @param nowMs - of a clock that never steps
 */
export function observeStall(
  state: StallState,
  observation: Observation,
  context: Context,
  nowMs: number,
): Step<StallState> {
  switch (observation.kind) {
    case 'run_started':
      return quietly(started(state, nowMs));
    case 'run_ended':
      return quietly({ ...state, quietSinceMs: undefined, open: undefined, refused: undefined });
    case 'ordered':
      return quietly(ordered(state, observation));
    case 'tick':
      return judgeSilence(state, context, nowMs);
    case 'slept':
      return quietly(isUp(state) ? { ...state, quietSinceMs: nowMs } : state);
    case 'probed':
    case 'rotated':
    case 'group_parked':
      return quietly(state);
    default:
      return isUp(state) ? follow(state, observation, nowMs) : quietly(state);
  }
}

function isUp({ quietSinceMs }: StallState): boolean {
  return quietSinceMs !== undefined;
}

function started(state: StallState, nowMs: number): StallState {
  const { restarts, episode } = state.anew ? { restarts: 0, episode: undefined } : state;
  return {
    restarts,
    episode: episode === 'restarted' ? undefined : episode,
    told: state.told,
    anew: false,
    quietSinceMs: nowMs,
  };
}

function ordered(state: StallState, { verb }: Ordered): StallState {
  if (verb === 'stop') {
    return { ...state, restarts: 0, episode: undefined, told: false, anew: true };
  }
  // The start of one that is up changes nothing.
  return verb === 'restart' || !isUp(state) ? { ...state, anew: true } : state;
}

function follow(state: StallState, turn: Turn, nowMs: number): Step<StallState> {
  const open = openTurnAfter(state.open, turn, nowMs);
  switch (turn.kind) {
    case 'answer':
      return answered(state, open, nowMs);
    case 'refusal':
    case 'retry':
      return quietly({ ...state, open, refused: refusedAfter(state.refused, turn) });
    default:
      return quietly(open === state.open ? state : { ...state, open });
  }
}

function answered(
  { told, anew }: StallState,
  open: OpenTurn | undefined,
  nowMs: number,
): Step<StallState> {
  const state = { restarts: 0, told: false, anew, quietSinceMs: nowMs, open };
  return told ? { state, verdicts: [{ kind: 'answered' }] } : quietly(state);
}

function refusedAfter(before: Refused | undefined, turn: RefusalTurn | RetryTurn): Refused {
  return {
    rule: turn.refusal.rule,
    retrying: turn.kind === 'retry' || before !== undefined,
  };
}
