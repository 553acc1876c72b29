import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';

/** A server's place in the file system. */
export interface BoundSocket {
  readonly path: string;
  /** Is the socket at the path still this one? */
  present(): boolean;
  /** Removes the socket, if it is still this one. */
  remove(): void;
}

const SOCKET_MODE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Listens on a Unix socket that only this user can open.
 *
 * The socket is born inside a folder of mode 0700 and moved to its place when it is ready, so that there is no moment
 * in which it is there but not yet private. A stale socket is replaced; a live one, or a file that is no socket, is
 * refused and left alone.
 *
 * @throws {Error} Says what stands at the path and what to do about it.
 */
export async function bindPrivately(server: Server, path: string): Promise<BoundSocket> {
  refuseSharedFolder(dirname(path));
  await refuseOccupied(path);
  const cradle = mkdtempSync(join(dirname(path), `.${basename(path)}-`));
  const born = join(cradle, 's');
  try {
    await listen(server, born);
    chmodSync(born, SOCKET_MODE);
    renameSync(born, path);
  } finally {
    rmSync(cradle, { recursive: true, force: true });
  }
  return boundSocket(path);
}

function boundSocket(path: string): BoundSocket {
  const inode = statSync(path).ino;
  const present = (): boolean => lstatSync(path, { throwIfNoEntry: false })?.ino === inode;
  return {
    path,
    present,
    remove: () => {
      if (present()) {
        unlinkSync(path);
      }
    },
  };
}

function refuseSharedFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new Error(`the folder of the socket, ${folder}, does not exist`);
  }
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new Error(
      `others may write to ${folder}: put the socket in a folder that only you may write`,
    );
  }
}

async function refuseOccupied(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return;
  }
  if (!found.isSocket()) {
    throw new Error(
      `${path} is not a socket; it was left alone: remove it, or choose another --socket`,
    );
  }
  if (await answers(path)) {
    throw new Error(`another daemon listens on ${path}`);
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.on('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
