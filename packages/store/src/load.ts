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

/** Reads the one row of `meta`; undefined when it is not there. Throws what SQLite throws. */
export function loadMeta(connection: Connection): MetaRow | undefined {
  return connection.all<MetaRow>('SELECT * FROM meta')[0];
}

/** Reads all of it; throws what SQLite throws, also where a table is missing. */
export function loadAll(connection: Connection): Omit<Loaded, 'meta'> {
  return {
    memos: connection.all('SELECT harness, part, json FROM memo'),
    outbox: connection.all('SELECT * FROM notification WHERE result IS NULL ORDER BY row'),
    deliveries: ['ok', 'error', 'timeout'].flatMap((result) => lastOf(connection, result)),
    lastRow: lastNumber(connection, 'row'),
    lastSeq: lastNumber(connection, 'seq'),
    openRuns: connection.all('SELECT * FROM run WHERE outcome IS NULL ORDER BY run_id'),
    lastRuns: connection.all('SELECT harness, max(run_id) AS run_id FROM run GROUP BY harness'),
  };
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
