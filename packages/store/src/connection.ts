import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Change } from './change.ts';
import { META_COLUMNS, NOTIFICATION_COLUMNS, type NotificationRow, RUN_COLUMNS } from './rows.ts';
import { MIGRATIONS } from './schema.ts';

const PUT_META = insertion('meta', ['one', ...META_COLUMNS]);
const PUT_MEMO = insertion('memo', ['harness', 'part', 'json']);
const CUT_MEMO = 'DELETE FROM memo WHERE harness = ? AND part = ?';
// A start changes no index: an update of all columns would write every index's page anew.
const PUT_STARTED = update(['started_ms']);
const PUT_NOTIFICATION = update([
  'started_ms',
  'finished_ms',
  'result',
  'detail',
  'duration_ms',
  'tail',
  'last_ms',
  'count',
]);
const PUT_RUN = insertion('run', RUN_COLUMNS);

// A checkpoint syncs on the main thread: in a storm it waits, until the log becomes long to read at a start.
const QUIET_COMMITS = 32;
const ENOUGH_COMMITS = 256;
const MANY_COMMITS = 2048;

/** The open file. Every method throws what SQLite throws. */
export class Connection {
  readonly inode: number;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Since the last checkpoint, and how many of them were there at the last look. */
  #commits = 0;
  #seen = 0;

  constructor(path: string, busyMs: number) {
    this.#database = new DatabaseSync(path, { timeout: busyMs });
    this.inode = statSync(path).ino;
  }

  /** Prepares a file of `version` for use, waiting `busyMs` for other programs from now on. */
  prepare(version: number, busyMs: number): void {
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // Checkpoints sync on the main thread: they have their own quiet moment, see checkpoint().
    this.#database.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 4194304;');
    this.#migrate(version);
    this.#database.exec(`PRAGMA busy_timeout = ${busyMs};`);
  }

  /** Writes all of the changes or none. */
  commit(changes: readonly Change[]): void {
    const [only] = changes;
    if (only !== undefined && changes.length === 1) {
      this.#put(only);
    } else {
      this.#transaction(changes, 'COMMIT');
    }
    this.#commits += 1;
  }

  /** Puts the changes where they would go, and takes them back. */
  attempt(changes: readonly Change[]): void {
    this.#transaction(changes, 'ROLLBACK');
  }

  /** The rows of a query, shaped as its author says: the tables are STRICT. */
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as unknown[] as Row[];
  }

  /** The number that a pragma answers. */
  pragma(name: string): number {
    const row = this.#database.prepare(`PRAGMA ${name}`).get();
    return Number(Object.values(row ?? {})[0]);
  }

  /** Whether the pages of the file hang together; reads the whole file. */
  isSound(): boolean {
    const row = this.#database.prepare('PRAGMA quick_check(1)').get();
    return Object.values(row ?? {})[0] === 'ok';
  }

  /** Moves the write-ahead log into the file when it has grown, and little was written since the last call. */
  checkpoint(): void {
    const isQuiet = this.#commits - this.#seen < QUIET_COMMITS;
    this.#seen = this.#commits;
    if (this.#commits >= (isQuiet ? ENOUGH_COMMITS : MANY_COMMITS)) {
      this.#commits = 0;
      this.#seen = 0;
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    }
  }

  close(): void {
    this.#database.close();
  }

  #migrate(from: number): void {
    for (const [index, step] of MIGRATIONS.entries()) {
      if (index >= from) {
        this.#database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
      }
    }
  }

  #transaction(changes: readonly Change[], end: 'COMMIT' | 'ROLLBACK'): void {
    this.#statement('BEGIN IMMEDIATE').run();
    try {
      for (const change of changes) {
        this.#put(change);
      }
      this.#statement(end).run();
    } finally {
      // SQLite has already rolled back after some errors, and after others it has not.
      if (this.#database.isTransaction) {
        this.#statement('ROLLBACK').run();
      }
    }
  }

  #put(change: Change): void {
    switch (change.kind) {
      case 'meta':
        this.#run(PUT_META, 1, ...META_COLUMNS.map((column) => change.row[column]));
        return;
      case 'memo':
        if (change.json === undefined) {
          this.#run(CUT_MEMO, change.harness, change.part);
        } else {
          this.#run(PUT_MEMO, change.harness, change.part, change.json);
        }
        return;
      case 'notification':
        this.#run(
          change.row.result === null ? PUT_STARTED : PUT_NOTIFICATION,
          ...NOTIFICATION_COLUMNS.map((column) => change.row[column]),
        );
        return;
      case 'run':
        this.#run(PUT_RUN, ...RUN_COLUMNS.map((column) => change.row[column]));
    }
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): void {
    this.#statement(sql).run(...values.map(whole));
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      return known;
    }
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function insertion(table: string, columns: readonly string[]): string {
  return `INSERT OR REPLACE ${into(table, columns)}`;
}

/** Of a notification that is there already only these columns ever change. */
function update(columns: readonly (keyof NotificationRow)[]): string {
  const sets = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `INSERT ${into('notification', NOTIFICATION_COLUMNS)} ON CONFLICT (row) DO UPDATE SET ${sets}`;
}

function into(table: string, columns: readonly string[]): string {
  const marks = columns.map(() => '?').join(', ');
  return `INTO ${table} (${columns.join(', ')}) VALUES (${marks})`;
}

// Monotonic clocks have fractions of a millisecond, which an INTEGER column refuses.
function whole(value: string | number | null): string | number | null {
  return typeof value === 'number' ? Math.round(value) : value;
}
