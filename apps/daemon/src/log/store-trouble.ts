import type { Trouble } from '@harness/store';
import type { DaemonLog } from './daemon-log.ts';

/** Says in the log what has become of the store. */
export function logTrouble(log: DaemonLog, trouble: Trouble): void {
  switch (trouble.kind) {
    case 'memory':
      log.error(trouble, 'store: the disk refuses, going on in memory');
      break;
    case 'durable':
      log.info(trouble, 'store: the disk is back, caught up');
      break;
    case 'moved_aside':
      log.error(trouble, 'store: the file was damaged; it was moved aside and begun anew');
      break;
    case 'refused':
      log.error(trouble, 'store: a record was given up');
      break;
    case 'sync_failed':
      log.warn(trouble, 'store: the system could not confirm a write to the disk');
  }
}
