import { closeSync, fdatasync, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { faultOf } from './fault.ts';
import type { Ledger } from './ledger.ts';

/** Brings what was committed to the disk itself. */
export interface WalSync {
  /** Off the main thread; whether all that was committed before the call is there. */
  sync(): Promise<boolean>;
  /** Lets go of the log, when the sync that runs has ended. */
  close(): void;
}

const syncData = promisify(fdatasync);

/**
 * With `synchronous = NORMAL` a commit only appends to the write-ahead log. SQLite syncs the log's
 * head and the folder when the log begins, the rest of the log and then the file when it copies
 * the one into the other: the log is the one file left to sync. It carries no locks, so a second
 * descriptor on it, unlike one on the file, drops none when it closes.
 */
export function walSync(ledger: Ledger): WalSync {
  const log = openedLog(ledger);
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const syncOnce = async (): Promise<boolean> => {
    if (!ledger.isDurable) {
      return false;
    }
    try {
      await syncData(log.descriptor());
      return true;
    } catch (error) {
      ledger.standing.syncFailed(faultOf(error).reason);
      return false;
    }
  };
  const sync = (): Promise<boolean> => {
    if (running === undefined) {
      running = syncOnce().finally(() => {
        running = undefined;
      });
      return running;
    }
    // The sync that runs may have begun before the caller's commit: one more serves all who wait.
    next ??= running.then(() => {
      next = undefined;
      return sync();
    });
    return next;
  };
  return {
    sync,
    close() {
      // A number that was given up may be another file's by the time it is synced.
      if (running === undefined) {
        log.close();
      } else {
        running.then(log.close, log.close);
      }
    },
  };
}

interface OpenedLog {
  /** Throws what the file system throws. */
  descriptor(): number;
  close(): void;
}

/** Opened once for each opening of the file: opening and closing take longer than syncing a little. */
function openedLog({ disk }: Ledger): OpenedLog {
  let held: { readonly descriptor: number; readonly opening: number } | undefined;

  const close = (): void => {
    if (held !== undefined) {
      closeSync(held.descriptor);
      held = undefined;
    }
  };
  return {
    close,
    descriptor() {
      // Of a log that was removed nothing is left after a power cut.
      if (held?.opening !== disk.openings || fstatSync(held.descriptor).nlink === 0) {
        close();
      }
      held ??= { descriptor: openSync(`${disk.path}-wal`, 'r'), opening: disk.openings };
      return held.descriptor;
    },
  };
}
