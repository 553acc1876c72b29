import type { RefusalTurn } from '@harness/turns';
import type { GroupParked, Observation } from '../observation.ts';
import type { Policy } from '../policy.ts';
import { type Context, quietly, type Step } from '../step.ts';
import { parkForBackoff, parkUntil, release, wait } from './park.ts';
import { NEVER_REFUSED, type Parked, type QuotaState } from './quota-state.ts';

/**
 * Parks a harness whose provider refuses it for quota, and releases it. A refusal that names a reset parks until
 * then. Without one, a resident is parked by `parkingRefusals` within `refusalWindowMs` and no success between, a
 * one-shot when its run fails on one, for `backoffMs`, doubled for each park since the last success.
 *
 * A parked harness observes nothing but its release: a tick at the end of the park, or an operator's start.
 *
 * @param nowMs - Unix time
 */
export function observeQuota(
  state: QuotaState,
  observation: Observation,
  context: Context,
  nowMs: number,
): Step<QuotaState> {
  if (state.park !== undefined) {
    return whileParked(state, state.park, observation, nowMs);
  }
  switch (observation.kind) {
    case 'run_started':
      return quietly(withoutRefusals(state));
    case 'answer':
      return quietly(succeeded(state));
    case 'refusal':
      return refused(state, observation, context, nowMs);
    case 'run_ended':
      return observation.failed ? ended(state, context, nowMs) : quietly(state);
    case 'group_parked':
      return joined(state, observation, context, nowMs);
    default:
      return quietly(state);
  }
}

function whileParked(
  state: QuotaState,
  park: Parked,
  observation: Observation,
  nowMs: number,
): Step<QuotaState> {
  switch (observation.kind) {
    case 'tick':
      return wait(state, park, nowMs);
    case 'ordered':
      return observation.verb === 'stop' ? quietly(state) : release(state);
    default:
      return quietly(state);
  }
}

function refused(
  state: QuotaState,
  { refusal, atMs }: RefusalTurn,
  context: Context,
  nowMs: number,
): Step<QuotaState> {
  const { rule, resetMs, held } = refusal;
  if (refusal.class !== 'quota') {
    return quietly(withoutLast(state));
  }
  if (resetMs !== undefined && resetMs > nowMs) {
    return parkUntil(state, { rule, untilMs: resetMs, ...(held && { held }) }, context, nowMs);
  }
  // A stamp in the future must not make all that follow look old.
  const writtenMs = Math.min(atMs ?? nowMs, nowMs);
  const refusals = withRefusal(state.refusals, writtenMs, context.policy);
  const enough =
    context.settings.kind === 'resident' && refusals.length >= context.policy.parkingRefusals;
  return enough
    ? parkForBackoff(state, rule, context, nowMs)
    : quietly({ ...state, refusals, refusedLast: rule });
}

function withRefusal(
  refusals: readonly number[],
  atMs: number,
  { refusalWindowMs, parkingRefusals }: Policy,
): readonly number[] {
  const newestMs = Math.max(atMs, ...refusals);
  return [...refusals, atMs]
    .filter((oneMs) => newestMs - oneMs <= refusalWindowMs)
    .slice(-parkingRefusals);
}

function ended(state: QuotaState, context: Context, nowMs: number): Step<QuotaState> {
  const { refusedLast } = state;
  return context.settings.kind === 'one_shot' && refusedLast !== undefined
    ? parkForBackoff(state, refusedLast, context, nowMs)
    : quietly(state);
}

function joined(
  state: QuotaState,
  { rule, untilMs }: GroupParked,
  context: Context,
  nowMs: number,
): Step<QuotaState> {
  return untilMs > nowMs ? parkUntil(state, { rule, untilMs }, context, nowMs) : quietly(state);
}

function succeeded(state: QuotaState): QuotaState {
  return state.parks === 0 ? withoutRefusals(state) : NEVER_REFUSED;
}

function withoutRefusals(state: QuotaState): QuotaState {
  return state.refusals.length === 0 && state.refusedLast === undefined
    ? state
    : { parks: state.parks, refusals: [] };
}

function withoutLast(state: QuotaState): QuotaState {
  return state.refusedLast === undefined ? state : { ...state, refusedLast: undefined };
}
