import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the daemon keeps what must outlive it; only its own user may look. */
export interface StateFolder {
  readonly path: string;
  readonly logs: string;
  readonly pipes: string;
}

/**
 * Makes the state folder and its parts, mode 0700 each.
 *
 * @throws {Error} The folder cannot be made, or belongs to somebody else.
 */
export function openStateFolder(path: string): StateFolder {
  const folder = { path, logs: join(path, 'logs'), pipes: join(path, 'pipes') };
  for (const part of [folder.path, folder.logs, folder.pipes]) {
    makePrivate(part);
  }
  return folder;
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
