import { forget } from './forget.ts';
import { type Lifecycle, NO_STREAK } from './lifecycle.ts';
import type { Policy } from './policy.ts';
import type { Step } from './transition.ts';

/** What a run has earned by having been up from `sinceMs` to `nowMs`. */
export function outlive(
  lifecycle: Lifecycle,
  policy: Policy,
  sinceMs: number,
  nowMs: number,
): Step {
  const streak = streakAfter(lifecycle, policy, sinceMs, nowMs);
  const survived = streak === lifecycle.streak ? lifecycle : { ...lifecycle, streak };
  if (lifecycle.proofMs === undefined || nowMs < sinceMs + lifecycle.proofMs) {
    return { lifecycle: survived, effects: [] };
  }
  return {
    lifecycle: forget(survived, 'proofMs'),
    effects: [{ kind: 'tell', fact: { kind: 'proven_back' } }],
  };
}

/** When the run that has been up since `sinceMs` next earns something; infinite when there is nothing to earn. */
export function nextEarning(lifecycle: Lifecycle, policy: Policy, sinceMs: number): number {
  const { streak, proofMs = Number.POSITIVE_INFINITY } = lifecycle;
  const calmMs = streak.flapping ? policy.crashWindowMs : Number.POSITIVE_INFINITY;
  const resetMs = streak.failures > 0 ? policy.streakResetMs : Number.POSITIVE_INFINITY;
  return sinceMs + Math.min(calmMs, resetMs, proofMs);
}

function streakAfter(
  { streak }: Lifecycle,
  policy: Policy,
  sinceMs: number,
  nowMs: number,
): Lifecycle['streak'] {
  if (streak.failures > 0 && nowMs >= sinceMs + policy.streakResetMs) {
    return NO_STREAK;
  }
  if (streak.flapping && nowMs >= sinceMs + policy.crashWindowMs) {
    return { ...streak, flapping: false };
  }
  return streak;
}
