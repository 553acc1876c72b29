/**
 * What an error of SQLite or of the file system means for the store.
 *
 * - `passing`: full, busy: the open file is fine, try again later.
 * - `damaged`: the content of the file is not a store.
 * - `refused`: this one row can never be written.
 * - `lost`: the file cannot be reached: open it again later.
 */
export interface Fault {
  readonly kind: 'passing' | 'damaged' | 'refused' | 'lost';
  /** A sentence for the operator. */
  readonly reason: string;
}

/**
 * Reads an error.
 * Source: SQLite result codes, https://www.sqlite.org/rescode.html (3.53, 2026-09).
 * @throws the error itself when it is neither SQLite's nor the file system's: it is a bug.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) {
    throw error;
  }
  if (isSqliteError(error)) {
    return { kind: kindOf(error.errcode), reason: `${error.errstr}: ${error.message}` };
  }
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_INVALID_ARG_TYPE' || code === 'ERR_INVALID_ARG_VALUE') {
    return { kind: 'refused', reason: error.message };
  }
  if ('syscall' in error || code === 'ERR_INVALID_STATE') {
    return { kind: 'lost', reason: error.message };
  }
  throw error;
}

interface SqliteError extends Error {
  readonly errcode: number;
  readonly errstr: string;
}

function isSqliteError(error: Error): error is SqliteError {
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}

// The low byte is the primary code; the rest of an extended code only says more about it.
function kindOf(extendedCode: number): Fault['kind'] {
  switch (extendedCode & 0xff) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
    case 7: // SQLITE_NOMEM
    case 9: // SQLITE_INTERRUPT
    case 13: // SQLITE_FULL
      return 'passing';
    case 1: // SQLITE_ERROR, such as a table that is not there
    case 11: // SQLITE_CORRUPT
    case 17: // SQLITE_SCHEMA
    case 24: // SQLITE_FORMAT
    case 26: // SQLITE_NOTADB
      return 'damaged';
    case 18: // SQLITE_TOOBIG
    case 19: // SQLITE_CONSTRAINT
    case 20: // SQLITE_MISMATCH
    case 25: // SQLITE_RANGE
      return 'refused';
    default:
      return 'lost';
  }
}
