import type { Effect } from './effect.ts';
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
