import {
  type Guards,
  NEW_GUARDS,
  type Observation,
  observe,
  recall,
  remember,
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

/** Shows a history to the guards. `pass` is what a state goes through before the next observation. */
export function seen(
  moments: readonly Moment[],
  withSettings: Settings,
  pass = (guards: Guards, _next: Observation): Guards => guards,
): Seen[] {
  let guards = NEW_GUARDS;
  return moments.map(([atMs, observation]) => {
    const before = pass(guards, observation);
    const step = observe(before, observation, contextOf(withSettings), instant(atMs));
    guards = step.state;
    return { atMs, observation, before, after: step.state, verdicts: step.verdicts };
  });
}

/** Every run is that of another daemon, the one before having been killed. */
export function afterBoot(guards: Guards, next: Observation): Guards {
  return next.kind === 'run_started'
    ? recall(JSON.parse(JSON.stringify(remember(guards))))
    : guards;
}
