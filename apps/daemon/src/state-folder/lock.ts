import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held for as long as this process lives; the kernel lets go of it however the process ends. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock that makes this the only daemon of a state folder.
 *
 * Node has no file locks of its own. SQLite takes a real one, which a paused daemon keeps and a killed one loses.
 *
 * @returns undefined where another process holds it.
 */
export function takeLock(stateFolder: string): Lock | undefined {
  const path = join(stateFolder, 'daemon.lock');
  // SQLite leaves the mode of a file that is there as it is.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      return undefined;
    }
    throw error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
