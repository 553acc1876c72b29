import type { DatabaseSync } from 'node:sqlite';
import type { Turn } from '@harness/turns';
import { BegunSessions } from '../stores/begun-sessions.ts';
import { missingColumns } from '../stores/columns.ts';
import { type Beginning, type Row, RowCursor } from '../stores/row-cursor.ts';
import { SessionTree } from '../stores/session-tree.ts';
import type {
  StoreBeginning,
  StoreContext,
  StoreFormat,
  StoreReader,
} from '../stores/store-format.ts';
import { OpencodeMessages } from './opencode-message.ts';
import { OpencodeParts } from './opencode-part.ts';

/**
 * Reads the sessions of one working directory in OpenCode's store; `workdirs` are its names.
 *
 * Source: OpenCode 1.18.33, 2026-11. Times are Unix milliseconds. A message's parts are rows of
 * their own, and a failure stands in the message itself.
 */
export function opencodeFormat(path: string, workdirs: readonly string[]): StoreFormat {
  return {
    kind: 'opencode',
    triedVersion: '1.18.33',
    locate: async () => path,
    reader: (context) => opencodeReader(context, workdirs),
  };
}

function opencodeReader(context: StoreContext, workdirs: readonly string[]): StoreReader {
  const sessions = new SessionTree('SELECT parent_id AS parent FROM session WHERE id = ?');
  const begun = new BegunSessions();
  const cursors = {
    parts: new RowCursor(queryFor('part', context)),
    messages: new RowCursor(queryFor('message', context)),
  };
  const parts = new OpencodeParts(context);
  const messages = new OpencodeMessages(context);
  return {
    missing: (store) => missingColumns(store, NEEDED),
    begin(store, beginning) {
      cursors.parts.begin(store, inColumns(beginning));
      cursors.messages.begin(store, inColumns(beginning));
    },
    read(store) {
      const ofParts = cursors.parts.next(store);
      const ofMessages = cursors.messages.next(store);
      const turns = [
        ...turnsOf(store, ofParts.rows, cursors.parts, parts),
        ...turnsOf(store, ofMessages.rows, cursors.messages, messages),
      ];
      const isResumed = (session: string) => holdsOlder(store, session, cursors.messages.first);
      return {
        turns: begun.told(inOrder(turns), isResumed),
        more: ofParts.more || ofMessages.more,
        tooLong: [...ofParts.rows, ...ofMessages.rows].filter(isTooLong).length,
        malformed: 0,
      };
    },
    version: (store) => versionOf(store, workdirs),
  };

  function turnsOf(
    store: DatabaseSync,
    rows: readonly Row[],
    cursor: RowCursor,
    reader: OpencodeParts | OpencodeMessages,
  ): readonly Turn[] {
    return rows.flatMap((row) => {
      if (!workdirs.includes(String(row['directory']))) {
        return [];
      }
      const place = sessions.placeOf(store, String(row['session_id']));
      const { turns, isOpen } = reader.read(row, place);
      cursor.keepOpen(row, isOpen);
      return turns;
    });
  }
}

const NEEDED = [
  'part.data',
  'part.message_id',
  'part.session_id',
  'part.time_created',
  'message.data',
  'message.session_id',
  'message.time_created',
  'session.directory',
  'session.parent_id',
];

function queryFor(table: 'part' | 'message', { rowBytes }: StoreContext) {
  const data = `CASE WHEN octet_length(t.data) <= ${rowBytes} THEN t.data END AS data`;
  const columns = 't.rowid AS row, t.id AS id, t.session_id, t.time_created, s.directory';
  const select =
    table === 'part'
      ? `SELECT ${columns}, ${data}, t.message_id, 
          CASE WHEN json_valid(m.data) THEN json_extract(m.data, '$.role') END AS role
          FROM part t JOIN session s ON s.id = t.session_id JOIN message m ON m.id = t.message_id`
      : `SELECT ${columns}, ${data} FROM message t JOIN session s ON s.id = t.session_id`;
  return { table, madeAt: 'time_created', select };
}

function inColumns(beginning: StoreBeginning): Beginning {
  return beginning.kind === 'since' ? { kind: 'since', time: beginning.sinceMs } : beginning;
}

function isTooLong(row: Row): boolean {
  return row['data'] === null;
}

// Messages and parts are rows of two tables, and only their times say in which order they came.
function inOrder(turns: readonly Turn[]): readonly Turn[] {
  return turns.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

function holdsOlder(store: DatabaseSync, session: string, first: number): boolean {
  const sql = 'SELECT 1 FROM message WHERE session_id = ? AND rowid <= ? LIMIT 1';
  return store.prepare(sql).get(session, first) !== undefined;
}

function versionOf(store: DatabaseSync, workdirs: readonly string[]): string | undefined {
  const places = workdirs.map(() => '?').join(', ');
  const sql = `SELECT version FROM session WHERE directory IN (${places}) ORDER BY rowid DESC LIMIT 1`;
  const version = store.prepare(sql).get(...workdirs)?.['version'];
  return typeof version === 'string' ? version : undefined;
}
