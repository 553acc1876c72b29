import type { DatabaseSync } from 'node:sqlite';
import type { Turn } from '@harness/turns';
import { BegunSessions } from '../stores/begun-sessions.ts';
import { hasColumn, missingColumns } from '../stores/columns.ts';
import { type Row, RowCursor } from '../stores/row-cursor.ts';
import { SessionTree } from '../stores/session-tree.ts';
import type {
  StoreContext,
  StoreFormat,
  StoreReader,
  StoreReading,
} from '../stores/store-format.ts';
import { CrushMessages } from './crush-message.ts';

/**
 * Reads Crush's store.
 *
 * Source: Crush, internal/db/migrations up to 20260127000000, 2026-11. Times are Unix seconds.
 */
export function crushFormat(locate: () => Promise<string>): StoreFormat {
  return { kind: 'crush', triedVersion: '20260127000000', locate, reader: crushReader };
}

function crushReader(context: StoreContext): StoreReader {
  const messages = new CrushMessages(context);
  const sessions = new SessionTree('SELECT parent_session_id AS parent FROM sessions WHERE id = ?');
  const begun = new BegunSessions();
  let cursor = new RowCursor(queryFor(context, true));
  return {
    missing: (store) => missingColumns(store, NEEDED),
    begin(store, beginning) {
      cursor = new RowCursor(queryFor(context, hasColumn(store, 'messages', 'is_summary_message')));
      cursor.begin(
        store,
        beginning.kind === 'since'
          ? { kind: 'since', time: Math.floor(beginning.sinceMs / 1_000) }
          : beginning,
      );
    },
    read(store) {
      const { rows, more } = cursor.next(store);
      const turns = rows.flatMap((row) => readRow(store, row));
      const isResumed = (session: string) => holdsOlder(store, session, cursor.first);
      return { turns: begun.told(turns, isResumed), more, ...counts(rows) };
    },
    version: versionOf,
  };

  function readRow(store: DatabaseSync, row: Row): readonly Turn[] {
    const place = sessions.placeOf(store, String(row['session_id']));
    const { turns, isOpen } = messages.read(row, place);
    cursor.keepOpen(row, isOpen);
    return turns;
  }
}

const NEEDED = [
  'messages.id',
  'messages.session_id',
  'messages.role',
  'messages.parts',
  'messages.created_at',
  'sessions.parent_session_id',
];

function queryFor({ rowBytes }: StoreContext, hasSummaries: boolean) {
  return {
    table: 'messages',
    madeAt: 'created_at',
    select: `SELECT t.rowid AS row, t.id AS id, t.session_id, t.role, t.created_at,
      ${hasSummaries ? 't.is_summary_message' : '0'} AS is_summary,
      CASE WHEN octet_length(t.parts) <= ${rowBytes} THEN t.parts END AS parts
      FROM messages t`,
  };
}

function counts(rows: readonly Row[]): Pick<StoreReading, 'malformed' | 'tooLong'> {
  return { tooLong: rows.filter((row) => row['parts'] === null).length, malformed: 0 };
}

function holdsOlder(store: DatabaseSync, session: string, first: number): boolean {
  const sql = 'SELECT 1 FROM messages WHERE session_id = ? AND rowid <= ? LIMIT 1';
  return store.prepare(sql).get(session, first) !== undefined;
}

function versionOf(store: DatabaseSync): string | undefined {
  if (!hasColumn(store, 'goose_db_version', 'version_id')) {
    return undefined;
  }
  const found = store.prepare('SELECT max(version_id) AS version FROM goose_db_version').get();
  return found?.['version'] === undefined ? undefined : String(found['version']);
}
