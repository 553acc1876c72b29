import type { Connection } from './connection.ts';
import type { MemoRow, MetaRow, NotificationRow, RunRow } from './rows.ts';

/** What the store keeps at hand of a file; the rest is history and is asked for when needed. */
export interface Loaded {
  readonly meta: MetaRow;
  readonly memos: readonly MemoRow[];
  /** Unfinished, oldest first. */
  readonly outbox: readonly NotificationRow[];
  /** The last deliveries of each result. */
  readonly deliveries: readonly NotificationRow[];
  readonly lastRow: number;
  readonly lastSeq: number;
  readonly openRuns: readonly RunRow[];
  readonly lastRuns: readonly { readonly harness: string; readonly run_id: number }[];
}

/** Reads it; throws what SQLite throws, also where a table or its one row is missing. */
export function loadAll(connection: Connection): Loaded {
  return {
    meta: onlyMeta(connection),
    memos: connection.all('SELECT harness, part, json FROM memo'),
    outbox: connection.all('SELECT * FROM notification WHERE result IS NULL ORDER BY row'),
    deliveries: ['ok', 'error', 'timeout'].flatMap((result) => lastOf(connection, result)),
    lastRow: lastNumber(connection, 'row'),
    lastSeq: lastNumber(connection, 'seq'),
    openRuns: connection.all('SELECT * FROM run WHERE outcome IS NULL ORDER BY run_id'),
    lastRuns: connection.all('SELECT harness, max(run_id) AS run_id FROM run GROUP BY harness'),
  };
}

// An empty `meta` reads as a numbering that nobody knows, which is what it is.
function onlyMeta(connection: Connection): MetaRow {
  const [meta] = connection.all<MetaRow>('SELECT * FROM meta');
  return meta ?? { store_id: '', alive_ms: null, clean: 0, run_floor: 0 };
}

function lastOf(connection: Connection, result: string): NotificationRow[] {
  return connection.all(
    'SELECT * FROM notification WHERE result = ? ORDER BY row DESC LIMIT 20',
    result,
  );
}

// Numbers only rise, so the last row that has one has the highest.
function lastNumber(connection: Connection, column: 'row' | 'seq'): number {
  const [last] = connection.all<{ readonly number: number }>(
    `SELECT ${column} AS number FROM notification
     WHERE ${column} IS NOT NULL ORDER BY row DESC LIMIT 1`,
  );
  return last?.number ?? 0;
}
