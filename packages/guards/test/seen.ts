import {
  type Guards,
  NEW_GUARDS,
  type Observation,
  observe,
  type Settings,
  type Verdict,
} from '../src/index.ts';
import { contextOf, instant, type Moment } from './world.ts';

/** One observation and what came of it. */
export interface Seen {
  readonly atMs: number;
  readonly observation: Observation;
  readonly before: Guards;
  readonly after: Guards;
  readonly verdicts: readonly Verdict[];
}

/** Shows a history to the guards. `pass` is what a state goes through between two observations. */
export function seen(
  moments: readonly Moment[],
  withSettings: Settings,
  pass = (guards: Guards): Guards => guards,
): Seen[] {
  let before = NEW_GUARDS;
  return moments.map(([atMs, observation]) => {
    const step = observe(before, observation, contextOf(withSettings), instant(atMs));
    const after = pass(step.state);
    const one = { atMs, observation, before, after, verdicts: step.verdicts };
    before = after;
    return one;
  });
}
