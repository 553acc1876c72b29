import type { Lifecycle } from './lifecycle.ts';
import type { Policy } from './policy.ts';
import type { Step } from './transition.ts';

/** Ends the current run, if one is up; one that is only starting is ended as soon as it is up. */
export function endRun(lifecycle: Lifecycle, policy: Policy, nowMs: number): Step {
  switch (lifecycle.process.kind) {
    case 'starting':
      return {
        lifecycle: { ...lifecycle, process: { kind: 'starting', doomed: true } },
        effects: [],
      };
    case 'up':
      return terminate(lifecycle, policy, nowMs);
    default:
      return { lifecycle, effects: [] };
  }
}

/** Asks the run's processes to end, and gives them the grace of the policy. */
export function terminate(lifecycle: Lifecycle, policy: Policy, nowMs: number): Step {
  const killAtMs = nowMs + policy.stopGraceMs;
  return {
    lifecycle: { ...lifecycle, process: { kind: 'ending', killAtMs, killed: false } },
    effects: [{ kind: 'terminate', run: lifecycle.run }],
  };
}
