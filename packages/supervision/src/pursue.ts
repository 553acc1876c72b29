import { assertNever } from './assert-never.ts';
import { endRun } from './end-run.ts';
import { forget } from './forget.ts';
import { type Lifecycle, shouldBeUp } from './lifecycle.ts';
import { nextEarning, outlive } from './outlive.ts';
import type { Policy } from './policy.ts';
import type { Step } from './transition.ts';

/** Does what is due at `nowMs` to bring the harness where it should be. */
export function pursue(lifecycle: Lifecycle, policy: Policy, nowMs: number): Step {
  const { process } = lifecycle;
  switch (process.kind) {
    case 'none':
      return mayStart(lifecycle, nowMs) ? begin(lifecycle) : { lifecycle, effects: [] };
    case 'up':
      return shouldBeUp(lifecycle)
        ? outlive(lifecycle, policy, process.sinceMs, nowMs)
        : endRun(lifecycle, policy, nowMs);
    case 'starting':
      return shouldBeUp(lifecycle) ? { lifecycle, effects: [] } : endRun(lifecycle, policy, nowMs);
    case 'ending':
      return !process.killed && nowMs >= process.killAtMs
        ? kill(lifecycle, process.killAtMs)
        : { lifecycle, effects: [] };
    case 'leftovers':
      return { lifecycle, effects: [] };
    default:
      return assertNever(process);
  }
}

/** The instant at which something is due by itself; undefined when only an input can change anything. */
export function deadline(lifecycle: Lifecycle, policy: Policy): number | undefined {
  const { process } = lifecycle;
  switch (process.kind) {
    case 'none':
      return lifecycle.nextStartMs;
    case 'up':
      return finite(nextEarning(lifecycle, policy, process.sinceMs));
    case 'ending':
      return process.killed ? undefined : process.killAtMs;
    case 'starting':
    case 'leftovers':
      return undefined;
    default:
      return assertNever(process);
  }
}

function mayStart(lifecycle: Lifecycle, nowMs: number): boolean {
  return shouldBeUp(lifecycle) && nowMs >= (lifecycle.nextStartMs ?? nowMs);
}

function begin(lifecycle: Lifecycle): Step {
  const run = lifecycle.run + 1;
  const started = forget(lifecycle, 'nextStartMs');
  return {
    lifecycle: { ...started, run, process: { kind: 'starting', doomed: false } },
    effects: [{ kind: 'start', run }],
  };
}

function kill(lifecycle: Lifecycle, killAtMs: number): Step {
  return {
    lifecycle: { ...lifecycle, process: { kind: 'ending', killAtMs, killed: true } },
    effects: [{ kind: 'kill', run: lifecycle.run }],
  };
}

function finite(atMs: number): number | undefined {
  return Number.isFinite(atMs) ? atMs : undefined;
}
