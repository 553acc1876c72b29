import type { SpawnLeader } from '@harness/hook-runner';
import { loadPosixSpawn } from '@harness/posix-spawn';
import type { DaemonLog } from '../log/daemon-log.ts';
import { heldTerminalFds } from './terminal-fds.ts';

/** Starts programs without a fork, as soon as what does so is loaded; until then Node does. */
export interface ForklessStart {
  /** Undefined also until it is loaded. */
  readonly spawnLeader: SpawnLeader;
  isLoaded(): boolean;
  /** Begins to load it: whoever waits for the daemon to be up comes first. */
  loadSoon(): void;
}

const AFTER_MS = 1_000;

export function createForklessStart(log: DaemonLog): ForklessStart {
  let spawn: SpawnLeader | undefined;
  const load = async (): Promise<void> => {
    try {
      spawn = await loadPosixSpawn({ alsoClosed: heldTerminalFds });
    } catch (error) {
      log.info({ err: error }, 'programs are started by a fork: it holds the daemon up a little');
    }
  };
  return {
    spawnLeader: (request) => spawn?.(request),
    isLoaded: () => spawn !== undefined,
    loadSoon: () => {
      // Elsewhere Node itself does without a fork.
      if (process.platform === 'linux') {
        setTimeout(load, AFTER_MS).unref();
      }
    },
  };
}
