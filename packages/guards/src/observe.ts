import { endsRun, type Guards } from './guards.ts';
import { observeHealth } from './health/observe-health.ts';
import type { Instant } from './instant.ts';
import { observeLoop } from './loop/observe-loop.ts';
import type { Observation } from './observation.ts';
import { observeQuota } from './quota/observe-quota.ts';
import { observeSession } from './session/observe-session.ts';
import { observeStall } from './stall/observe-stall.ts';
import { type Context, NO_VERDICTS, type Step } from './step.ts';

type Observe<State> = (
  state: State,
  observation: Observation,
  context: Context,
  now: Instant,
) => Step<State>;

const QUOTA = within(
  ({ quota }) => quota,
  (state, observation, context, now) => observeQuota(state, observation, context, now.unixMs),
  (guards, quota) => ({ ...guards, quota }),
);

/** In the order in which they are asked: what explains a trouble best comes first. */
const ASKED: readonly Observe<Guards>[] = [
  within(
    ({ loop }) => loop,
    observeLoop,
    (guards, loop) => ({ ...guards, loop }),
  ),
  within(
    ({ session }) => session,
    (state, observation, context, now) => observeSession(state, observation, context, now.unixMs),
    (guards, session) => ({ ...guards, session }),
  ),
  QUOTA,
  within(
    ({ stall }) => stall,
    (state, observation, context, now) => observeStall(state, observation, context, now.steadyMs),
    (guards, stall) => ({ ...guards, stall }),
  ),
  within(
    ({ health }) => health,
    (state, observation, context, now) => observeHealth(state, observation, context, now.steadyMs),
    (guards, health) => ({ ...guards, health }),
  ),
];

/**
 * Shows an observation to all guards of a harness. Once one of them, or an operator, has asked for the end of the run,
 * what the run still does counts for none of them, so that a trouble has one verdict.
 */
export function observe(
  guards: Guards,
  observation: Observation,
  context: Context,
  now: Instant,
): Step<Guards> {
  const meant = meaningOf(observation, guards);
  let state = guards;
  let verdicts = NO_VERDICTS;
  let ending = isEnding(guards);
  for (const ask of ASKED) {
    if (ending && isOverlooked(meant, ask)) {
      continue;
    }
    const step = ask(state, meant, context, now);
    if (step.state !== state) {
      state = step.state;
      ending = isEnding(state);
    }
    if (step.verdicts.length > 0) {
      verdicts = [...verdicts, ...step.verdicts];
    }
  }
  return { state, verdicts };
}

/** The start of one whose run is being ended asks for another run, as a restart does. */
function meaningOf(observation: Observation, guards: Guards): Observation {
  return observation.kind === 'ordered' && observation.verb === 'start' && endsRun(guards)
    ? { kind: 'ordered', verb: 'restart' }
    : observation;
}

function within<State>(
  own: (guards: Guards) => State,
  ask: Observe<State>,
  put: (guards: Guards, state: State) => Guards,
): Observe<Guards> {
  return (guards, observation, context, now) => {
    const before = own(guards);
    const { state, verdicts } = ask(before, observation, context, now);
    return { state: state === before ? guards : put(guards, state), verdicts };
  };
}

/** Whether an observation does not count for a guard while the run is being ended. */
function isOverlooked({ kind }: Observation, ask: Observe<Guards>): boolean {
  switch (kind) {
    case 'run_started':
    case 'run_ended':
    case 'ordered':
    case 'rotated':
    case 'group_parked':
      return false;
    case 'tick':
      // A park is waited out at ticks.
      return ask !== QUOTA;
    default:
      return true;
  }
}

function isEnding(guards: Guards): boolean {
  return endsRun(guards) || guards.stall.anew;
}
