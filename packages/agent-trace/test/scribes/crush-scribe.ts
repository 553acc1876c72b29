import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createStore, crushPath, fixture, type Lab } from '../lab.ts';
import type { Deed, Scribe } from './scribe.ts';

export function crushScribe(here: Lab, session: string, cwd: string = here.workdir): Scribe {
  const path = cwd === here.workdir ? crushPath(here) : join(cwd, '.crush/crush.db');
  if (!existsSync(path)) {
    createStore(path, [fixture(here, 'crush-schema.sql')]);
  }
  change(path, 'INSERT INTO sessions (id, title, updated_at, created_at) VALUES (?, ?, 1, 1)', [
    session,
    'a session',
  ]);
  return {
    session,
    path,
    write(deeds, atMs = Date.now()) {
      for (const deed of deeds) {
        const seconds = Math.floor(atMs / 1_000);
        const [role, parts] = rowOf(deed, seconds);
        change(
          path,
          `INSERT INTO messages (id, session_id, role, parts, created_at, updated_at)
            VALUES (lower(hex(randomblob(16))), ?, ?, ?, ?, ?)`,
          [session, role, JSON.stringify(parts), seconds, seconds],
        );
      }
    },
  };
}

export function change(path: string, sql: string, values: readonly (string | number)[]): void {
  const store = new DatabaseSync(path, { timeout: 5_000 });
  store.prepare(sql).run(...values);
  store.close();
}

function rowOf(deed: Deed, seconds: number): readonly [string, readonly object[]] {
  const finish = (reason: string, more = {}) => part('finish', { reason, time: seconds, ...more });
  switch (deed.kind) {
    case 'message':
      return ['user', [part('text', { text: deed.text }), finish('stop')]];
    case 'injected':
      return [
        'user',
        [part('text', { text: 'The previous session was interrupted because it got too long, …' })],
      ];
    case 'call': {
      const call = {
        id: deed.id,
        name: deed.tool,
        input: JSON.stringify(deed.args),
        finished: true,
      };
      return ['assistant', [part('tool_call', call), finish('tool_use')]];
    }
    case 'result':
      return ['tool', [part('tool_result', { tool_call_id: deed.id, content: deed.output })]];
    case 'answer':
      return ['assistant', [part('text', { text: deed.text }), finish('end_turn')]];
    default:
      return [
        'assistant',
        [finish('error', { message: `HTTP ${deed.status}`, details: deed.text })],
      ];
  }
}

function part(type: string, data: object): object {
  return { type, data };
}
