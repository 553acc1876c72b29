import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Connection } from './connection.ts';
import { createFile } from './create-file.ts';
import { faultOf } from './fault.ts';
import { type Found, inspectFile, inspectVersion } from './inspect-file.ts';
import { type Loaded, loadAll } from './load.ts';
import { moveAside } from './move-aside.ts';

/** The file, open and read, or why it cannot be used. */
export type Opening =
  | { readonly kind: 'opened' | 'created'; readonly file: OpenFile }
  | {
      readonly kind: 'moved_aside';
      readonly file: OpenFile;
      readonly movedTo: string;
      readonly reason: string;
    }
  | { readonly kind: 'memory'; readonly reason: string };

/** An open file and what was in it. */
export interface OpenFile {
  readonly connection: Connection;
  readonly loaded: Loaded;
}

/** How to open it. */
export interface OpenRequest {
  readonly path: string;
  /** The numbering of a file that has to be made. */
  readonly storeId: string;
  readonly atMs: number;
  /** Run ids of a file that has to be made begin above it, where none was damaged. */
  readonly runFloor: number;
  /** Reading or writing it failed before: look at every page, however many. */
  readonly suspect: boolean;
}

// After a crash the pages are looked at when that takes no more than some 30 ms.
const QUICK_CHECK_BYTES = 16 * 1024 * 1024;

/** Opens the file or makes one; a damaged one is moved aside first. Never throws for the disk. */
export function openFile(request: OpenRequest): Opening {
  try {
    mkdirSync(dirname(request.path), { recursive: true, mode: 0o700 });
    return openFound(request, inspectFile(request.path));
  } catch (error) {
    return { kind: 'memory', reason: faultOf(error).reason };
  }
}

function openFound(request: OpenRequest, found: Found): Opening {
  switch (found.kind) {
    case 'absent':
      return { kind: 'created', file: create(request, request.runFloor) };
    case 'newer':
      return { kind: 'memory', reason: `written by a newer harness (schema ${found.version})` };
    case 'damaged':
      return beginAnew(request, found.reason);
    case 'store': {
      const opened = openStoreFile(request, found.sizeBytes);
      return 'connection' in opened ? { kind: 'opened', file: opened } : openFound(request, opened);
    }
  }
}

function beginAnew(request: OpenRequest, reason: string): Opening {
  const movedTo = moveAside(request.path, request.atMs);
  return { kind: 'moved_aside', file: create(request, runFloor(request.atMs)), movedTo, reason };
}

/** An id that no run before `atMs` has had, wherever ids began: fewer than one run a second. */
export function runFloor(atMs: number): number {
  return Math.floor(atMs / 1000);
}

function create(request: OpenRequest, floor: number): OpenFile {
  createFile(request.path, request.storeId, floor);
  const opened = openStoreFile(request, 0);
  if ('connection' in opened) {
    return opened;
  }
  throw new Error('A store that was just made cannot be read.');
}

function openStoreFile(request: OpenRequest, sizeBytes: number): OpenFile | Found {
  keepPrivate(request.path);
  const connection = new Connection(request.path);
  const opened = readStoreFile(connection, request, sizeBytes);
  if (!('connection' in opened)) {
    connection.close();
  }
  return opened;
}

function readStoreFile(
  connection: Connection,
  request: OpenRequest,
  sizeBytes: number,
): OpenFile | Found {
  try {
    const found = inspectVersion(connection.prepare(), sizeBytes);
    if (found.kind !== 'store') {
      return found;
    }
    const loaded = loadAll(connection);
    const doubtful = loaded.meta.clean === 0 && sizeBytes <= QUICK_CHECK_BYTES;
    return (request.suspect || doubtful) && !connection.isSound()
      ? { kind: 'damaged', reason: 'its pages do not hang together' }
      : { connection, loaded };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === 'damaged') {
      return { kind: 'damaged', reason: fault.reason };
    }
    connection.close();
    throw error;
  }
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
