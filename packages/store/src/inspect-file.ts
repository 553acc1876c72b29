import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { SCHEMA_VERSION } from './schema.ts';

/** What lies where the store should be, found out without SQLite and without touching it. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'store'; readonly sizeBytes: number }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'newer'; readonly version: number };

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const USER_VERSION_OFFSET = 60;
/** Bytes of the header that every database has: the format's versions, and three fractions that never vary. */
const FIXED_BYTES: readonly (readonly [offset: number, values: readonly number[]])[] = [
  [18, [1, 2]],
  [19, [1, 2]],
  [21, [64]],
  [22, [32]],
  [23, [32]],
];

/**
 * Looks at the first bytes of the file.
 * Source: https://www.sqlite.org/fileformat2.html#the_database_header (3.53, 2026-09).
 * @throws what the file system throws when the file cannot be looked at.
 */
export function inspectFile(path: string): Found {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    // A log without its file would be played into the next file of that name.
    return existsSync(`${path}-wal`)
      ? { kind: 'damaged', reason: 'it is missing beside its write-ahead log' }
      : { kind: 'absent' };
  }
  if (!stats.isFile()) {
    return { kind: 'damaged', reason: 'it is not a file' };
  }
  return stats.size === 0
    ? { kind: 'damaged', reason: 'it is empty' }
    : inspectHeader(readHeader(path), stats.size);
}

/** What a `user_version` says about a file that SQLite can read. */
export function inspectVersion(version: number, sizeBytes: number): Found {
  if (version > SCHEMA_VERSION) {
    return { kind: 'newer', version };
  }
  // A store is named `harness.db` only when it is complete.
  return version === 0
    ? { kind: 'damaged', reason: 'it is not a store of harness' }
    : { kind: 'store', sizeBytes };
}

function inspectHeader(header: Buffer, sizeBytes: number): Found {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { kind: 'damaged', reason: 'it is not a database' };
  }
  if (!FIXED_BYTES.every(([offset, values]) => values.includes(header[offset] ?? -1))) {
    return { kind: 'damaged', reason: 'its header is torn' };
  }
  return inspectVersion(header.readUInt32BE(USER_VERSION_OFFSET), sizeBytes);
}

// Closing a descriptor drops the process's locks on the file, so this runs before SQLite opens it.
function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
