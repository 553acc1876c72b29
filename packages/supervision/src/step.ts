import type { Effect } from './effect.ts';
import type { Input } from './input.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Policy, Settings } from './policy.ts';

/** What a decision depends on beside the lifecycle itself. */
export interface Context {
  readonly settings: Settings;
  readonly policy: Policy;
}

/** What a step gives: the lifecycle from now on, and what is to be done, in order. */
export interface Step {
  readonly lifecycle: Lifecycle;
  readonly effects: readonly Effect[];
}

/** Takes one input at the instant `nowMs` of a clock that never steps. */
export function step(lifecycle: Lifecycle, _input: Input, _context: Context, _nowMs: number): Step {
  return { lifecycle, effects: [] };
}
