import type { SQLInputValue } from 'node:sqlite';

/** The conditions of a query; only those that ask for something are in it. */
export interface Conditions {
  /** `WHERE …`, or nothing. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Joins conditions, each with one `?`, leaving out those whose value is undefined. */
export function conditions(all: Readonly<Record<string, string | number | undefined>>): Conditions {
  const asked = Object.entries(all).flatMap(([sql, value]) =>
    value === undefined ? [] : [{ sql, value }],
  );
  return {
    sql: asked.length === 0 ? '' : `WHERE ${asked.map(({ sql }) => sql).join(' AND ')}`,
    values: asked.map(({ value }) => value),
  };
}
