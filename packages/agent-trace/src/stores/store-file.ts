import { DatabaseSync } from 'node:sqlite';
import { systemCode } from '../file-error.ts';
import { statOf } from '../file-stat.ts';

/** How a store's files looked. */
export interface StoreStamp {
  /** Differs whenever anything was written. */
  readonly mark: string;
  readonly changedMs: number;
  readonly bornMs: number;
  readonly inode: number;
}

/** Looks at a store's files without opening it; undefined where there is none. */
export function storeStamp(path: string): StoreStamp | undefined {
  const store = statOf(path);
  if (store === undefined || store.size === 0) {
    return undefined;
  }
  // While a program has the store open, what it writes lies in the log beside it.
  const log = statOf(`${path}-wal`);
  return {
    mark: [store, log].map((each) => `${each?.ino}/${each?.size}/${each?.mtimeMs}`).join(' '),
    changedMs: Math.max(store.mtimeMs, log?.mtimeMs ?? 0),
    bornMs: store.birthtimeMs,
    inode: store.ino,
  };
}

/** Reads a store that another program may be writing to. Throws SQLite's error. */
export function readStore<T>(path: string, read: (store: DatabaseSync) => T): T {
  // The wait blocks the event loop, and in WAL mode a reader is hardly ever kept waiting.
  const store = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return read(store);
  } finally {
    store.close();
  }
}

/** SQLite's name of the error; undefined for any other error. */
export function storeErrorCode(error: unknown): string | undefined {
  if (systemCode(error) !== 'ERR_SQLITE_ERROR' || !(error instanceof Error)) {
    return undefined;
  }
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 1;
  return PRIMARY_CODES[number & PRIMARY_MASK] ?? 'SQLITE_ERROR';
}

const BUSY_TIMEOUT_MS = 50;
const PRIMARY_MASK = 0xff;

// Source: https://sqlite.org/rescode.html, SQLite 3.51.
const PRIMARY_CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  14: 'SQLITE_CANTOPEN',
  17: 'SQLITE_SCHEMA',
  26: 'SQLITE_NOTADB',
};
