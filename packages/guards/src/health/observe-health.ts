import type { Observation, Ordered, Probed } from '../observation.ts';
import { type Context, quietly, type Step } from '../step.ts';
import type { HealthState } from './health-state.ts';

/**
 * Counts the failures of a probe in a row. Those of a run within `startPeriodMs` of its start do not count, and
 * neither does any while the harness is down.
 *
 * `unhealthy` is said once an episode, also when its restart did not help. A success ends the episode and is `healthy`
 * then. The run after an operator's start or restart begins without one, an operator's stop ends it.
 *
 * @param nowMs - of a clock that never steps
 */
export function observeHealth(
  state: HealthState,
  observation: Observation,
  context: Context,
  nowMs: number,
): Step<HealthState> {
  switch (observation.kind) {
    case 'run_started':
      return quietly(started(state, nowMs));
    case 'run_ended':
      return quietly({ ...state, upSinceMs: undefined });
    case 'ordered':
      return quietly(ordered(state, observation));
    case 'probed':
      return observation.healthy ? succeeded(state) : failed(state, observation, context, nowMs);
    default:
      return quietly(state);
  }
}

function started({ told, anew }: HealthState, nowMs: number): HealthState {
  return { upSinceMs: nowMs, failures: 0, told: told && !anew, restarting: false, anew: false };
}

function ordered(state: HealthState, { verb }: Ordered): HealthState {
  if (verb === 'stop') {
    return { ...state, failures: 0, told: false, anew: true };
  }
  // The start of one that is up changes nothing.
  return verb === 'restart' || state.upSinceMs === undefined ? { ...state, anew: true } : state;
}

function succeeded(state: HealthState): Step<HealthState> {
  return state.told
    ? { state: { ...state, failures: 0, told: false }, verdicts: [{ kind: 'healthy' }] }
    : quietly(state.failures === 0 ? state : { ...state, failures: 0 });
}

function failed(
  state: HealthState,
  { tail }: Probed,
  { settings: { health } }: Context,
  nowMs: number,
): Step<HealthState> {
  const { upSinceMs } = state;
  // A run that an operator ends is over as soon as it can be.
  const spared = state.told || state.anew;
  if (
    health === undefined ||
    upSinceMs === undefined ||
    spared ||
    nowMs - upSinceMs < health.startPeriodMs
  ) {
    return quietly(state);
  }
  const failures = state.failures + 1;
  if (failures < health.failures) {
    return quietly({ ...state, failures });
  }
  const { action } = health;
  return {
    state: { ...state, failures, told: true, restarting: action === 'restart' },
    verdicts: [{ kind: 'unhealthy', failures, ...(tail === undefined ? {} : { tail }), action }],
  };
}
