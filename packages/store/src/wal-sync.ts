import { open } from 'node:fs/promises';
import { faultOf } from './fault.ts';
import type { Ledger } from './ledger.ts';

/**
 * Makes the function that brings what was committed to the disk itself, off the main thread. It
 * answers whether all that was committed before the call is there.
 *
 * With `synchronous = NORMAL` a commit only appends to the write-ahead log. SQLite syncs the log's
 * head and the folder when the log begins, the rest of the log and then the file when it copies
 * the one into the other: the log is the one file left to sync. It carries no locks, so a second
 * descriptor on it, unlike one on the file, drops none when it closes.
 */
export function walSync(ledger: Ledger): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const syncOnce = async (): Promise<boolean> => {
    if (!ledger.isDurable) {
      return false;
    }
    try {
      await syncData(`${ledger.disk.path}-wal`);
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
  return sync;
}

async function syncData(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
