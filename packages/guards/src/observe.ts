import { endsRun, type Guards } from './guards.ts';
import { observeHealth } from './health/observe-health.ts';
import type { Instant } from './instant.ts';
import { observeLoop } from './loop/observe-loop.ts';
import type { Observation } from './observation.ts';
import { observeQuota } from './quota/observe-quota.ts';
import { observeSession } from './session/observe-session.ts';
import { observeStall } from './stall/observe-stall.ts';
import { type Context, quietly, type Step } from './step.ts';

type Observe<State> = (
  state: State,
  observation: Observation,
  context: Context,
  now: Instant,
) => Step<State>;

/** In the order in which they are asked: what explains a trouble best comes first. */
const ASKED: readonly Observe<Guards>[] = [
  within('loop', observeLoop),
  within('session', (state, observation, context, now) =>
    observeSession(state, observation, context, now.unixMs),
  ),
  within('quota', (state, observation, context, now) =>
    observeQuota(state, observation, context, now.unixMs),
  ),
  within('stall', (state, observation, context, now) =>
    observeStall(state, observation, context, now.steadyMs),
  ),
  within('health', (state, observation, context, now) =>
    observeHealth(state, observation, context, now.steadyMs),
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
  return ASKED.reduce((before, ask) => {
    const { state, verdicts } = ask(before.state, meant, context, now);
    return {
      state,
      verdicts: verdicts.length === 0 ? before.verdicts : [...before.verdicts, ...verdicts],
    };
  }, quietly(guards));
}

/** The start of one whose run is being ended asks for another run, as a restart does. */
function meaningOf(observation: Observation, guards: Guards): Observation {
  return observation.kind === 'ordered' && observation.verb === 'start' && endsRun(guards)
    ? { kind: 'ordered', verb: 'restart' }
    : observation;
}

function within<Name extends keyof Guards>(
  name: Name,
  ask: Observe<Guards[Name]>,
): Observe<Guards> {
  return (guards, observation, context, now) => {
    if (isOverlooked(name, guards, observation)) {
      return quietly(guards);
    }
    const before = guards[name];
    const { state, verdicts } = ask(before, observation, context, now);
    return { state: state === before ? guards : { ...guards, [name]: state }, verdicts };
  };
}

function isOverlooked(name: keyof Guards, guards: Guards, { kind }: Observation): boolean {
  switch (kind) {
    case 'run_started':
    case 'run_ended':
    case 'ordered':
    case 'rotated':
    case 'group_parked':
      return false;
    case 'tick':
      // A park is waited out at ticks.
      return name !== 'quota' && isEnding(guards);
    default:
      return isEnding(guards);
  }
}

function isEnding(guards: Guards): boolean {
  return endsRun(guards) || guards.stall.anew;
}
