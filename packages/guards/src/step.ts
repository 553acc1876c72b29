import type { Policy } from './policy.ts';
import type { Settings } from './settings.ts';
import type { Verdict } from './verdict.ts';

/** What a guard depends on beside its own state. It may change from one observation to the next. */
export interface Context {
  readonly settings: Settings;
  readonly policy: Policy;
}

/** What one observation gives: the state from now on, and the verdicts in their order. */
export interface Step<State> {
  readonly state: State;
  readonly verdicts: readonly Verdict[];
}

/** What most observations decide. */
export const NO_VERDICTS: readonly Verdict[] = [];

/** A step that decides nothing. */
export function quietly<State>(state: State): Step<State> {
  return { state, verdicts: NO_VERDICTS };
}
