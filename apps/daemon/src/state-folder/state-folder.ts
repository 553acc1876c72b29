import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the daemon keeps what must outlive it; only its own user may look. */
export interface StateFolder {
  readonly path: string;
  readonly logs: string;
  readonly pipes: string;
  /** Marks of hooks that have begun, in memory where there is such a place: each hook waits for its own. */
  readonly begun: string;
}

/**
 * Makes the state folder and its parts, mode 0700 each.
 *
 * @param runtime - A folder in memory; default none.
 * @throws {Error} The folder cannot be made, or belongs to somebody else.
 */
export function openStateFolder(path: string, runtime?: string): StateFolder {
  const folder = { path, logs: join(path, 'logs'), pipes: join(path, 'pipes') };
  for (const part of Object.values(folder)) {
    makePrivate(part);
  }
  return { ...folder, begun: openBegun(path, runtime) };
}

function openBegun(path: string, runtime: string | undefined): string {
  if (runtime !== undefined) {
    const begun = join(runtime, 'harness-begun');
    try {
      makePrivate(begun);
      return begun;
    } catch {
      // It is not there, or not ours: the disk will do.
    }
  }
  const begun = join(path, 'begun');
  makePrivate(begun);
  return begun;
}

function makePrivate(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(path);
  if (uid !== process.getuid?.()) {
    throw new Error(
      `${path} belongs to another user (uid ${uid}); the daemon needs one of its own`,
    );
  }
  if ((mode & 0o077) !== 0) {
    chmodSync(path, 0o700);
  }
}
