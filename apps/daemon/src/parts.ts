import { hostname } from 'node:os';
import { createDeliveryMetrics, type DeliveryMetrics } from '@harness/notify-metrics';
import { socketPath, socketPathProblem } from '@harness/protocol';
import { openStore, type Store } from '@harness/store';
import { type Policy, proofAfter } from '@harness/supervision';
import type { Border } from './border.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Configuration } from './config/configuration.ts';
import type { Projects } from './config/projects.ts';
import { createLife, type Life } from './life.ts';
import type { DaemonLog } from './log/daemon-log.ts';
import { logTrouble } from './log/store-trouble.ts';
import { createListener, type Listener } from './metrics/listener.ts';
import { registerMetrics } from './metrics/register-metrics.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { policyOf, queueCapacityOf } from './policy.ts';
import type { OneShots } from './runs/one-shots.ts';
import type { Flags } from './settings/given-settings.ts';
import { type BlindWindow, blindWindow } from './state-folder/blind-window.ts';
import type { StateFolder } from './state-folder/state-folder.ts';
import type { Predecessors } from './supervisor/predecessors.ts';
import { type Supervision, superviseHarnesses } from './supervisor/supervise-harnesses.ts';
import type { Supervisor } from './supervisor/supervisor.ts';
import { ownVersion } from './version.ts';

/** What a daemon is made from. */
export interface DaemonSettings extends Flags {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: StateFolder;
  readonly configuration: Configuration;
  readonly projects: Projects;
  readonly border: Border;
  readonly log: DaemonLog;
}

/** The parts of a daemon. */
export interface Parts {
  readonly settings: DaemonSettings;
  readonly clock: Clock;
  readonly life: Life;
  readonly store: Store;
  readonly metrics: DeliveryMetrics;
  readonly notifier: Notifier;
  readonly supervisor: Supervisor;
  readonly oneShots: OneShots;
  readonly predecessors: Predecessors;
  readonly listener: Listener;
  /** Where the local API listens. */
  readonly socket: string;
  /** Wall clock. */
  readonly startedMs: number;
  readonly version: string;
  readonly blind: BlindWindow | undefined;
}

/** Makes the parts of a daemon and wires them; nothing runs and nothing listens yet. */
export function makeParts(settings: DaemonSettings): Parts {
  const socket = socketOf(settings);
  const { env, folder, log } = settings;
  const clock = systemClock();
  const policy = policyOf(env);
  const store = openStore({
    folder: folder.path,
    nowMs: clock.wallMs,
    onTrouble: (trouble) => {
      logTrouble(log, trouble);
      if (trouble.kind === 'durable') {
        // The file may hold what this daemon has not seen yet; not now, for the store is in the middle of it.
        setImmediate(() => telling.notifier.resume());
      }
    },
  });
  const metrics = createDeliveryMetrics();
  const startedMs = clock.wallMs();
  const telling = tellingAndSupervising(settings, { clock, policy, store, metrics });
  const version = ownVersion();
  registerMetrics({ settings, clock, store, metrics, version, ...telling });
  return {
    settings,
    clock,
    life: createLife(),
    store,
    metrics,
    ...telling,
    listener: createListener((accept) =>
      metrics.expose(accept).catch((error: unknown) => {
        log.error({ err: error }, 'a scrape failed');
        throw error;
      }),
    ),
    socket,
    startedMs,
    version,
    blind: blindWindow(store, startedMs),
  };
}

interface Ground {
  readonly clock: Clock;
  readonly policy: Policy;
  readonly store: Store;
  readonly metrics: DeliveryMetrics;
}

/** The two that speak to each other: supervision tells facts, and telling asks whether they are still so. */
function tellingAndSupervising(
  settings: DaemonSettings,
  ground: Ground,
): Pick<Parts, 'notifier' | 'oneShots' | 'predecessors' | 'supervisor'> {
  const { env, configuration, border, log } = settings;
  const { policy } = ground;
  const queueCapacity = queueCapacityOf(env);
  const stateOf = (harness: string): string | undefined =>
    supervised.supervisor.units.get(harness)?.lifecycle.state ??
    supervised.oneShots.units.get(harness)?.state;
  const notifier: Notifier = createNotifier({
    ...ground,
    log,
    host: hostname(),
    environment: env,
    admit: border.admit,
    hook: () => configuration.config.notify,
    proofMs: (fact) =>
      fact.kind === 'gave_up' ? proofAfter(fact.longestRunMs, policy) : undefined,
    // A run that has failed stays one.
    stillTrue: (harness, event) =>
      event === 'run_failed' || (event === 'failed' && stateOf(harness) === 'failed'),
    stateOf,
    ...(queueCapacity === undefined ? {} : { queueCapacity }),
  });
  const supervised: Supervision = superviseHarnesses({ settings, ...ground, notifier });
  return { notifier, ...supervised };
}

function socketOf({ socket, env }: DaemonSettings): string {
  const path = socket ?? socketPath(env);
  const problem = socketPathProblem(path);
  if (problem !== undefined) {
    throw new Error(problem);
  }
  return path;
}
