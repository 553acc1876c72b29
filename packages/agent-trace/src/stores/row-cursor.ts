import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../json-value.ts';

/** A row as a {@link RowCursor} reads it. */
export interface Row extends JsonObject {
  readonly row: number;
  readonly id: string;
}

/** Where in a table a cursor begins. */
export type Beginning = { readonly kind: 'all' } | { readonly kind: 'new' } | OlderThan;

/** Rows that were made before an instant are old. */
export interface OlderThan {
  readonly kind: 'since';
  /** In the unit of the table's own column. */
  readonly time: number;
}

/** What a cursor reads. */
export interface RowQuery {
  readonly table: string;
  /** The column with the time at which a row was made. */
  readonly madeAt: string;
  /** Selects `t.rowid AS row`, `t.id AS id` and what the reader needs, `FROM` the table as `t`. */
  readonly select: string;
}

/**
 * Reads the rows that are added to a table, each once, and again those that are not finished.
 *
 * Rows are numbered as they are added. Where the newest ones are deleted their numbers are given out
 * again, so the cursor goes back to the newest row that is still the one it read.
 */
export class RowCursor {
  readonly #query: RowQuery;
  readonly #open = new Map<number, string>();
  #trail: Pick<Row, 'id' | 'row'>[] = [];
  #last = 0;
  #first = 0;

  constructor(query: RowQuery) {
    this.#query = query;
  }

  /** The number of the last row that was there before the run. */
  get first(): number {
    return this.#first;
  }

  /** Sets the cursor to where the run's part of the table begins. */
  begin(store: DatabaseSync, beginning: Beginning): void {
    this.#open.clear();
    this.#first = firstRow(store, this.#query, beginning);
    this.#last = this.#first;
    this.#trail = lastRows(store, this.#query, this.#first);
  }

  /** The unfinished rows and the new ones, in the order in which they were added, at most 512 new. */
  next(store: DatabaseSync): { readonly rows: readonly Row[]; readonly more: boolean } {
    this.#goBack(store);
    const unfinished = this.#unfinished(store);
    const added = selectRows(
      store,
      `${this.#query.select} WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?`,
      [this.#last, BATCH],
    );
    for (const { row, id } of added) {
      this.#trail.push({ row, id });
      this.#last = row;
    }
    this.#trail = this.#trail.slice(-TRAIL);
    return { rows: [...unfinished, ...added], more: added.length === BATCH };
  }

  /** Reads this row again next time, or no more. */
  keepOpen({ row, id }: Row, isOpen: boolean): void {
    if (!isOpen) {
      this.#open.delete(row);
      return;
    }
    this.#open.set(row, id);
    if (this.#open.size > OPEN_LIMIT) {
      const [oldest] = this.#open.keys();
      this.#open.delete(oldest ?? row);
    }
  }

  #unfinished(store: DatabaseSync): readonly Row[] {
    const sql = `${this.#query.select} WHERE t.rowid = ?`;
    return [...this.#open].flatMap(([row, id]) => {
      const found = selectRows(store, sql, [row]).filter((each) => each.id === id);
      if (found.length === 0) {
        this.#open.delete(row);
      }
      return found;
    });
  }

  #goBack(store: DatabaseSync): void {
    const idOf = store.prepare(`SELECT id FROM ${this.#query.table} WHERE rowid = ?`);
    for (let last = this.#trail.at(-1); last !== undefined; last = this.#trail.at(-1)) {
      if (idOf.get(last.row)?.['id'] === last.id) {
        this.#last = last.row;
        return;
      }
      this.#trail.pop();
      this.#last = last.row - 1;
    }
  }
}

const BATCH = 512;
const TRAIL = 512;
const OPEN_LIMIT = 64;

function firstRow(store: DatabaseSync, { table, madeAt }: RowQuery, beginning: Beginning): number {
  if (beginning.kind === 'all') {
    return 0;
  }
  const sql = `SELECT coalesce(max(rowid), 0) AS row FROM ${table}`;
  const found =
    beginning.kind === 'new'
      ? store.prepare(sql).get()
      : store.prepare(`${sql} WHERE ${madeAt} < ?`).get(beginning.time);
  return Number(found?.['row'] ?? 0);
}

function lastRows(
  store: DatabaseSync,
  { table }: RowQuery,
  upTo: number,
): Pick<Row, 'id' | 'row'>[] {
  const sql = `SELECT t.rowid AS row, t.id AS id FROM ${table} t WHERE t.rowid <= ? ORDER BY t.rowid DESC LIMIT ?`;
  return selectRows(store, sql, [upTo, TRAIL])
    .map(({ row, id }) => ({ row, id }))
    .reverse();
}

function selectRows(store: DatabaseSync, sql: string, values: readonly number[]): readonly Row[] {
  return store
    .prepare(sql)
    .all(...values)
    .flatMap(asRow);
}

function asRow(found: JsonObject): readonly Row[] {
  const { row, id } = found;
  return typeof row === 'number' && typeof id === 'string' ? [{ ...found, row, id }] : [];
}
