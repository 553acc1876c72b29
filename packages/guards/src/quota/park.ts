import { type Context, quietly, type Step } from '../step.ts';
import type { Parked, QuotaState } from './quota-state.ts';

/** Doublings beyond this many no longer change a wait that is bounded; they would overflow. */
const MOST_DOUBLINGS = 40;

/** What a park is for, and when it should end in Unix milliseconds. */
export interface Reason {
  readonly rule: string;
  readonly untilMs: number;
  /** The end was brought forward already. */
  readonly held?: true;
}

/** Parks until a time that the provider named, at most `longestParkMs` ahead. */
export function parkUntil(
  state: QuotaState,
  { rule, untilMs, held }: Reason,
  context: Context,
  nowMs: number,
): Step<QuotaState> {
  const longestMs = context.policy.longestParkMs;
  const tooLong = untilMs - nowMs > longestMs;
  const end = tooLong ? nowMs + longestMs : untilMs;
  const park = { rule, sinceMs: nowMs, untilMs: end, longestMs };
  return begin(state, park, held === true || tooLong, context);
}

/** Parks for the back-off, because nobody named a time. */
export function parkForBackoff(
  state: QuotaState,
  rule: string,
  context: Context,
  nowMs: number,
): Step<QuotaState> {
  const { backoffMs, backoffMaxMs } = context.settings.quota;
  const doubled = backoffMs * 2 ** Math.min(state.parks, MOST_DOUBLINGS);
  const longestMs = Math.min(doubled, backoffMaxMs, context.policy.longestParkMs);
  const park = { rule, sinceMs: nowMs, untilMs: nowMs + longestMs, longestMs };
  return begin(state, park, false, context);
}

/** Ends a park. The provider is still to be believed by what it does next, so the back-off stays as it is. */
export function release({ parks }: QuotaState): Step<QuotaState> {
  return { state: { parks, refusals: [] }, verdicts: [{ kind: 'release' }] };
}

/** A park at a tick: over, or no longer than it may be from now. */
export function wait(state: QuotaState, park: Parked, nowMs: number): Step<QuotaState> {
  const { untilMs, longestMs } = park;
  if (nowMs >= untilMs) {
    return release(state);
  }
  return quietly(
    untilMs - nowMs > longestMs
      ? { ...state, park: { ...park, sinceMs: nowMs, untilMs: nowMs + longestMs } }
      : state,
  );
}

function begin(
  { parks }: QuotaState,
  park: Parked,
  held: boolean,
  { settings }: Context,
): Step<QuotaState> {
  const { rule, untilMs } = park;
  const { group } = settings.quota;
  return {
    state: { park, parks: parks + 1, refusals: [] },
    verdicts: [
      {
        kind: 'park',
        rule,
        untilMs,
        ...(held ? { held } : {}),
        ...(group === undefined ? {} : { group }),
      },
    ],
  };
}
