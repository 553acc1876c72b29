import { hostname } from 'node:os';
import { join } from 'node:path';
import { type OutputPipes, openOutputPipes } from '@harness/hook-runner';
import type { Fact } from '@harness/notify-core';
import { socketPath, socketPathProblem } from '@harness/protocol';
import { openStore, type Store, type StoredHarness } from '@harness/store';
import { type Policy, proofAfter } from '@harness/supervision';
import { type Board, createLazyBoard } from './board/lazy-board.ts';
import { createRestartCounts, type RestartCounts } from './board/restart-hours.ts';
import type { Border } from './border.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Configuration } from './config/configuration.ts';
import type { Projects } from './config/projects.ts';
import type { Guarding } from './guards/guarding.ts';
import { wireGuards } from './guards/wire-guards.ts';
import { createLife, type Life } from './life.ts';
import type { DaemonLog } from './log/daemon-log.ts';
import { logTrouble } from './log/store-trouble.ts';
import { createLazyMetrics, type DaemonMetrics } from './metrics/lazy-metrics.ts';
import { createListener, type Listener } from './metrics/listener.ts';
import { keepBegun } from './notify/begun.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { policyOf, queueCapacityOf } from './policy.ts';
import { createForklessStart, type ForklessStart } from './process/forkless-start.ts';
import { programRunner, type RunProgram } from './process/program-runner.ts';
import type { OneShots } from './runs/one-shots.ts';
import { createHeartbeat, type Heartbeat } from './service/heartbeat.ts';
import { findServiceManager, type ServiceManager } from './service/service-manager.ts';
import type { Flags } from './settings/given-settings.ts';
import { type BlindWindow, blindWindow } from './state-folder/blind-window.ts';
import type { StateFolder } from './state-folder/state-folder.ts';
import { inheritableEnvironment } from './supervisor/harness-environment.ts';
import { createPacer } from './supervisor/pacer.ts';
import type { Predecessors } from './supervisor/predecessors.ts';
import { type Supervision, superviseHarnesses } from './supervisor/supervise-harnesses.ts';
import type { Supervisor } from './supervisor/supervisor.ts';
import { ownVersion } from './version.ts';
import { createWarmUp, type WarmUp } from './warm-up.ts';

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
  readonly metrics: DaemonMetrics;
  readonly notifier: Notifier;
  readonly guards: Guarding;
  readonly supervisor: Supervisor;
  readonly oneShots: OneShots;
  readonly predecessors: Predecessors;
  readonly restarts: RestartCounts;
  readonly forkless: ForklessStart;
  readonly listener: Listener;
  readonly board: Board;
  readonly heartbeat: Heartbeat;
  readonly serviceManager: ServiceManager;
  /** Where the local API listens. */
  readonly socket: string;
  /** Wall clock. */
  readonly startedMs: number;
  readonly version: string;
  readonly blind: BlindWindow | undefined;
  /** What was wanted of each harness when the daemon before this one ended. */
  readonly intents: ReadonlyMap<string, StoredHarness>;
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
  const metrics = createLazyMetrics(async () => {
    const { makeMetrics } = await import('./metrics/make-metrics.ts');
    return makeMetrics({ settings, clock, store, version, ...telling });
  });
  const intents = store.harnesses();
  const startedMs = clock.wallMs();
  const restarts = createRestartCounts(store);
  const pipes = openOutputPipes(folder.pipes);
  pipes.prime();
  const forkless = createForklessStart(log);
  const run = programRunner({ outputPipe: pipes.takeNow, spawnLeader: forkless.spawnLeader });
  const telling = tellingAndSupervising(settings, {
    clock,
    policy,
    store,
    metrics,
    pipes,
    forkless,
    run,
    warmUp: createWarmUp(store),
    restarts,
  });
  const version = ownVersion();
  const board = createLazyBoard({
    isOn: () => settings.configuration.config.server.board,
    open: async () => (await import('./board/open-board.ts')).openBoard(parts),
    onFault: (error) => log.error({ err: error }, 'board: it cannot be opened'),
  });
  const parts: Parts = {
    settings,
    clock,
    life: createLife(),
    store,
    metrics,
    ...telling,
    restarts,
    forkless,
    listener: createListener(
      (accept) =>
        metrics.expose(accept).catch((error: unknown) => {
          log.error({ err: error }, 'a scrape failed');
          throw error;
        }),
      board.answer,
    ),
    board,
    heartbeat: createHeartbeat({
      run,
      log,
      env: inheritableEnvironment(env),
      admit: settings.border.admit,
      trouble: () => troubleOf(store),
    }),
    serviceManager: findServiceManager({ env, log, inTurn: createPacer().add }),
    socket,
    startedMs,
    version,
    blind: blindWindow(store, startedMs),
    intents,
  };
  return parts;
}

/** Why what is recorded now would not outlive a crash. */
function troubleOf(store: Store): string | undefined {
  const { state, reason } = store.health();
  return state === 'durable' ? undefined : `the store cannot be written: ${reason ?? state}`;
}

interface Ground {
  readonly clock: Clock;
  readonly warmUp: WarmUp;
  readonly restarts: RestartCounts;
  readonly policy: Policy;
  readonly store: Store;
  readonly metrics: DaemonMetrics;
  readonly pipes: OutputPipes;
  readonly forkless: ForklessStart;
  readonly run: RunProgram;
}

/** Those that speak to each other: supervision and guards tell facts, and telling asks whether they are still so. */
function tellingAndSupervising(
  settings: DaemonSettings,
  ground: Ground,
): Pick<Parts, 'guards' | 'notifier' | 'oneShots' | 'predecessors' | 'supervisor'> {
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
    begun: keepBegun(join(settings.folder.path, 'begun')),
    environment: env,
    admit: border.admit,
    hook: () => configuration.config.notify,
    proofMs: (fact) => proofOf(fact, policy),
    stillTrue,
    stateOf,
    ...(queueCapacity === undefined ? {} : { queueCapacity }),
  });
  const guards: Guarding = wireGuards({
    settings,
    ...ground,
    notifier,
    supervision: () => supervised,
  });
  const supervised: Supervision = superviseHarnesses({ settings, ...ground, notifier, guards });
  return { notifier, guards, ...supervised };

  function stillTrue(harness: string, event: string): boolean {
    const { supervisor, oneShots } = supervised;
    const unit = supervisor.units.get(harness) ?? oneShots.units.get(harness);
    const intent = unit === undefined || 'slot' in unit ? unit?.intent : unit.lifecycle.intent;
    switch (event) {
      case 'run_failed':
        // A run that has failed stays one.
        return true;
      case 'failed':
        return stateOf(harness) === 'failed';
      case 'loop_stopped':
        return intent?.wanted === false && intent.by === 'guard';
      case 'intent_lost':
        return intent?.wanted === false || guards.holds(harness);
      default:
        return guards.isStill(harness, event);
    }
  }
}

function proofOf(fact: Fact, policy: Policy): number | undefined {
  switch (fact.kind) {
    case 'gave_up':
      return proofAfter(fact.longestRunMs, policy);
    case 'looping':
      return proofAfter(0, policy);
    default:
      return undefined;
  }
}

function socketOf({ socket, env }: DaemonSettings): string {
  const path = socket ?? socketPath(env);
  const problem = socketPathProblem(path);
  if (problem !== undefined) {
    throw new Error(problem);
  }
  return path;
}
