import { chmodSync, statSync } from 'node:fs';
import { Connection } from './connection.ts';
import { faultOf } from './fault.ts';
import { type Found, inspectVersion } from './inspect-file.ts';
import { type Loaded, loadAll, loadMeta } from './load.ts';

/** An open file and what was in it. */
export interface OpenFile {
  readonly connection: Connection;
  readonly loaded: Loaded;
}

/** What opening has to know of the {@link OpenFile}'s circumstances. */
export interface ConnectRequest {
  readonly path: string;
  readonly isFirst: boolean;
  readonly isSuspect: boolean;
}

// A file in use elsewhere is waited for: at boot, when nothing else is known yet, for longer than
// later, when every harness waits with us.
const BOOT_BUSY_MS = 2_000;
const BUSY_MS = 50;

// After a crash the pages are looked at when that takes no more than some 30 ms.
const QUICK_CHECK_BYTES = 16 * 1024 * 1024;

/**
 * Opens and reads a file that looks like a store, or answers what it is instead.
 * @throws what SQLite and the file system throw where that says nothing of the file's content.
 */
export function openConnection(request: ConnectRequest, sizeBytes: number): OpenFile | Found {
  keepPrivate(request.path);
  const connection = new Connection(request.path, request.isFirst ? BOOT_BUSY_MS : BUSY_MS);
  let opened: OpenFile | Found | undefined;
  try {
    opened = readFile(connection, sizeBytes, request.isSuspect);
  } catch (error) {
    opened = damageOf(error);
  } finally {
    if (opened === undefined || !('connection' in opened)) {
      connection.close();
    }
  }
  return opened;
}

// Nothing is changed before it is certain that the file is a store.
function readFile(connection: Connection, sizeBytes: number, isSuspect: boolean): OpenFile | Found {
  const version = connection.pragma('user_version');
  const found = inspectVersion(version, sizeBytes);
  if (found.kind !== 'store') {
    return found;
  }
  const meta = loadMeta(connection);
  if (meta === undefined) {
    return { kind: 'damaged', reason: 'it has lost its numbering' };
  }
  connection.prepare(version, BUSY_MS);
  const loaded: Loaded = { meta, ...loadAll(connection) };
  const isDoubtful = meta.clean === 0 && sizeBytes <= QUICK_CHECK_BYTES;
  return (isSuspect || isDoubtful) && !connection.isSound()
    ? { kind: 'damaged', reason: 'its pages do not hang together' }
    : { connection, loaded };
}

function damageOf(error: unknown): Found {
  const fault = faultOf(error);
  if (fault.kind !== 'damaged') {
    throw error;
  }
  return { kind: 'damaged', reason: fault.reason };
}

function keepPrivate(path: string): void {
  for (const companion of ['', '-wal', '-shm']) {
    const stats = statSync(path + companion, { throwIfNoEntry: false });
    if (stats !== undefined && (stats.mode & 0o077) !== 0) {
      restrict(path + companion);
    }
  }
}

function restrict(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // Some file systems know no modes; a store that cannot be made private is still a store.
    faultOf(error);
  }
}
