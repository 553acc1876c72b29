import type { DatabaseSync } from 'node:sqlite';

/** Which of these columns, as `table.column`, a store does not have. */
export function missingColumns(store: DatabaseSync, needed: readonly string[]): readonly string[] {
  return needed.filter((name) => {
    const [table = '', column = ''] = name.split('.');
    return !hasColumn(store, table, column);
  });
}

/** Whether a table has a column. */
export function hasColumn(store: DatabaseSync, table: string, column: string): boolean {
  return (
    store.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !==
    undefined
  );
}
