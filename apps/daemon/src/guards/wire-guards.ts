import type { Store } from '@harness/store';
import type { Policy } from '@harness/supervision';
import { proofAfter } from '@harness/supervision';
import type { Clock } from '../clock.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { DaemonSettings } from '../parts.ts';
import { guardTimesOf } from '../policy.ts';
import type { RunProgram } from '../process/program-runner.ts';
import type { Supervision } from '../supervisor/supervise-harnesses.ts';
import { guardActions } from './guard-actions.ts';
import type { Guarded } from './guarded.ts';
import { createGuarding, type Guarding } from './guarding.ts';

/** @property supervision - Those who carry out what the guards decide; asked for when they do. */
export interface WireGuardsOptions {
  readonly settings: DaemonSettings;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly store: Store;
  readonly notifier: Notifier;
  readonly run: RunProgram;
  readonly supervision: () => Pick<Supervision, 'oneShots' | 'supervisor'>;
}

/** Makes the guards of all harnesses; nothing is looked at yet. */
export function wireGuards(options: WireGuardsOptions): Guarding {
  const { settings, clock, policy, store, notifier, run, supervision } = options;
  const { env, border, configuration, projects, log } = settings;
  return createGuarding({
    clock,
    log,
    store,
    notifier,
    run,
    times: guardTimesOf(env),
    admit: border.admit,
    actions: guardActions(),
    together: store.together,
    proofMs: proofAfter(0, policy),
    stored: store.harnesses(),
    specs: () => [...configuration.specs.values(), ...projects.specs.values()],
    find: (name) => found(name, supervision()),
    stopOneShot: (oneShot, why) => supervision().oneShots.act(oneShot, 'stop', 'guard', why),
  });
}

function found(
  name: string,
  { supervisor, oneShots }: Pick<Supervision, 'oneShots' | 'supervisor'>,
): Guarded | undefined {
  const resident = supervisor.units.get(name);
  if (resident !== undefined) {
    return { kind: 'resident', unit: resident };
  }
  const oneShot = oneShots.units.get(name);
  return oneShot === undefined ? undefined : { kind: 'one_shot', unit: oneShot };
}
