import { join } from 'node:path';
import { ownIdentity, removeEndpoint, withdrawStart, writeEndpoint } from '@harness/protocol';
import { STORE_FILE } from '@harness/store';
import { type KeptSocket, keepSocket } from './api/keep-socket.ts';
import { Refusal } from './api/refusal.ts';
import { createApiServer } from './api/server.ts';
import { watchConfiguration } from './config/watch-configuration.ts';
import { createControl } from './control.ts';
import { compileAtOnce, settleHeapSoon } from './engine.ts';
import { tellLostIntents } from './guards/tell-lost-intents.ts';
import { inBackground } from './log/in-background.ts';
import { listen } from './metrics/listen.ts';
import { forgetOldHistory } from './notify/forget-old.ts';
import { hooksHaveBegun } from './notify/hooks-have-begun.ts';
import { type DaemonSettings, makeParts, type Parts } from './parts.ts';
import { createRounds, type Rounds } from './rounds.ts';
import { ALIVE_EVERY_MS } from './state-folder/blind-window.ts';
import { applyConfiguration } from './supervisor/apply-configuration.ts';

/** A daemon that is up. */
export interface Daemon {
  /** Begins the end: harnesses are stopped, running hooks get a moment, what waits stays recorded. */
  shutdown(): void;
  /** Reads the configuration again; a refused one is logged and changes nothing. */
  reload(): void;
  /** Settles when everything has ended. */
  readonly ended: Promise<void>;
}

// A running hook gets this much of its timeout when the daemon ends.
const HOOK_GRACE_MS = 5_000;
const WATCH_QUIET_MS = 200;
/** Rounds from one look at files of which no change was reported to the next: 30 s. */
const ROUNDS_BETWEEN_FILES = 3;

/**
 * Brings a daemon up: its socket, its harnesses, its listener. It is ready when this settles.
 *
 * @throws {Error} The socket cannot be bound; nothing was started then.
 */
export async function startDaemon(settings: DaemonSettings): Promise<Daemon> {
  const parts = makeParts(settings);
  const { log } = settings;
  if (parts.store.unstarted().length > 0) {
    await hooksHaveBegun(join(settings.folder.path, STORE_FILE));
  }
  const control = createControl(parts);
  const rounds = createRounds(ALIVE_EVERY_MS, (error) =>
    log.error({ err: error }, 'a fault of its own'),
  );
  const socket = await keepSocket({
    path: parts.socket,
    makeServer: () =>
      createApiServer(control, {
        admit: settings.border.admit,
        onFault: (error) => log.error({ err: error }, 'a request failed'),
      }),
    onTrouble: (problem) => log.error({ problem }, 'socket'),
    often: rounds.every(1),
  });
  announce(parts);
  await begin(parts, rounds);
  const watching = watchConfiguration({
    configuration: settings.configuration,
    changed: () => reload('the files changed'),
    quietMs: WATCH_QUIET_MS,
    often: rounds.every(ROUNDS_BETWEEN_FILES),
  });
  return {
    shutdown: parts.life.end,
    reload: () => inBackground(reload('SIGHUP'), log),
    ended: parts.life.whenEnding.then(() => {
      watching.close();
      return finish(parts, socket, rounds);
    }),
  };

  async function reload(why: string): Promise<void> {
    try {
      await control.reload(why);
    } catch (error) {
      // A refusal has been logged with all its reasons; nobody waits for it here.
      if (!(error instanceof Refusal)) {
        throw error;
      }
    }
  }
}

function announce({ settings, socket, startedMs, version }: Parts): void {
  const self = ownIdentity();
  const startedAt = new Date(startedMs).toISOString();
  writeEndpoint(settings.folder.path, { ...self, socket, startedAt, version });
  withdrawStart(settings.folder.path, self);
}

async function begin(parts: Parts, rounds: Rounds): Promise<void> {
  const { settings, supervisor, oneShots, notifier, guards, blind, store, clock } = parts;
  const { heartbeat, serviceManager } = parts;
  const { configuration, log } = settings;
  if (blind !== undefined) {
    log.warn({ ...blind }, 'nobody was watching: the daemon before this one said no goodbye');
  }
  store.alive(clock.wallMs());
  rounds.every(1)(() => store.alive(clock.wallMs()));
  forgetOldHistory(store, clock);
  if (configuration.problems.length > 0) {
    log.error(
      { problems: configuration.problems },
      'the configuration on disk is refused: the last one that loaded is in force',
    );
  }
  if (configuration.notKept !== undefined) {
    log.error({ reason: configuration.notKept }, 'the configuration could not be written down');
  }
  compileAtOnce();
  applyConfiguration(parts);
  notifier.resume();
  guards.begin();
  tellLostIntents(parts);
  await listen(parts);
  heartbeat.follow(configuration.config.daemon.heartbeat);
  inBackground(serviceManager.ready(), log);
  settleHeapSoon();
  parts.forkless.loadSoon();
  log.info(
    { socket: parts.socket, harnesses: supervisor.units.size + oneShots.units.size },
    'ready',
  );
}

async function finish(parts: Parts, socket: KeptSocket, rounds: Rounds): Promise<void> {
  const { settings, supervisor, oneShots, notifier, guards, listener, store, clock } = parts;
  const { heartbeat, serviceManager } = parts;
  await Promise.all([
    serviceManager.stopping(),
    heartbeat.stop(),
    guards.stop(),
    supervisor.shutdown(),
    oneShots.shutdown(),
    notifier.stop(HOOK_GRACE_MS),
  ]);
  listener.close();
  rounds.stop();
  socket.close();
  store.alive(clock.wallMs(), { clean: true });
  store.close();
  removeEndpoint(settings.folder.path, ownIdentity());
  settings.log.info('ended');
}
