import type { DaemonLog } from './daemon-log.ts';

/** Lets work go on by itself. A rejection is a fault of the daemon's own, and is logged as one. */
export function inBackground(work: Promise<unknown>, log: DaemonLog): void {
  work.catch((error: unknown) => log.error({ err: error }, 'a fault of its own'));
}
