import type { StallSettings } from '../settings.ts';
import { type Context, quietly, type Step } from '../step.ts';
import type { Silent } from '../verdict.ts';
import type { StallState } from './stall-state.ts';

/** Looks whether a harness that is up has been silent for too long, unless that was told already. */
export function judgeSilence(
  state: StallState,
  { settings, policy }: Context,
  nowMs: number,
): Step<StallState> {
  const { stall } = settings;
  // A run that an operator ends is over as soon as it can be.
  const spared = state.episode !== undefined || state.anew;
  if (stall === undefined || settings.kind !== 'resident' || spared) {
    return quietly(state);
  }
  const silentMs = nowMs - silentSince(state, stall, nowMs);
  if (silentMs < stall.timeoutMs) {
    return quietly(state);
  }
  const action = actionOn(state, stall, policy.stallRestarts);
  const restarts = state.restarts + (action === 'restarted' ? 1 : 0);
  const verdict: Silent = {
    kind: 'silent',
    silentMs,
    timeoutMs: stall.timeoutMs,
    action,
    ...(action === 'restarted' ? { restarts } : {}),
    ...(state.refused?.retrying ? { refusedWith: state.refused.rule } : {}),
  };
  return { state: { ...state, restarts, episode: action, told: true }, verdicts: [verdict] };
}

function silentSince(
  { quietSinceMs, open }: StallState,
  stall: StallSettings,
  nowMs: number,
): number {
  const sinceMs = quietSinceMs ?? nowMs;
  return stall.when === 'always' ? sinceMs : Math.max(sinceMs, open?.sinceMs ?? nowMs);
}

function actionOn(
  { restarts }: StallState,
  { action }: StallSettings,
  mostRestarts: number,
): Silent['action'] {
  if (action === 'notify') {
    return 'left_running';
  }
  return restarts < mostRestarts ? 'restarted' : 'left_alone';
}
