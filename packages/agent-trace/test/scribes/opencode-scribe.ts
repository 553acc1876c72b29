import { existsSync } from 'node:fs';
import { createStore, fixture, type Lab, opencodePath } from '../lab.ts';
import { change } from './crush-scribe.ts';
import type { Deed, Scribe } from './scribe.ts';

export function opencodeScribe(here: Lab, session: string, cwd: string = here.workdir): Scribe {
  const path = opencodePath(here);
  if (!existsSync(path)) {
    createStore(path, [emptied(fixture(here, 'captured/opencode-context.sql'))]);
  }
  change(
    path,
    `INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated)
      VALUES (?, 'global', 's', ?, 't', '1.18.33', 1, 1)`,
    [session, cwd],
  );
  let count = 0;
  return {
    session,
    path,
    write(deeds, atMs = Date.now()) {
      for (const deed of deeds) {
        count += 1;
        writeDeed({ path, session, id: `${session}-${count}`, atMs }, deed);
      }
    },
  };
}

interface Row {
  readonly path: string;
  readonly session: string;
  readonly id: string;
  readonly atMs: number;
}

// The recorded store with its tables and its project, and without its session.
function emptied(script: Buffer): Buffer {
  const kept = `${script.toString('utf8')}\nDELETE FROM part; DELETE FROM message; DELETE FROM session;`;
  return Buffer.from(kept);
}

function writeDeed(row: Row, deed: Deed): void {
  switch (deed.kind) {
    case 'message':
      message(row, { role: 'user' });
      part(row, { type: 'text', text: deed.text });
      return;
    case 'injected':
      message(row, { role: 'user' });
      part(row, { type: 'text', text: 'go on', synthetic: true });
      return;
    case 'call':
      message(row, { role: 'assistant', finish: 'tool-calls' });
      part(row, tool(deed, { status: 'running', input: deed.args }), `${row.session}-${deed.id}`);
      part(row, { type: 'step-finish', reason: 'tool-calls' }, `${row.id}-step`);
      return;
    case 'result': {
      const state = `json_set(data, '$.state.status', 'completed', '$.state.output', ?)`;
      change(row.path, `UPDATE part SET data = ${state} WHERE id = ?`, [
        deed.output,
        `${row.session}-${deed.id}`,
      ]);
      return;
    }
    case 'answer':
      message(row, { role: 'assistant', finish: 'stop' });
      part(row, { type: 'text', text: deed.text });
      part(row, { type: 'step-finish', reason: 'stop' }, `${row.id}-step`);
      return;
    default:
      message(row, {
        role: 'assistant',
        error: { name: 'APIError', data: { message: deed.text, statusCode: deed.status } },
      });
  }
}

function tool(deed: Extract<Deed, { kind: 'call' }>, state: object): object {
  return { type: 'tool', callID: deed.id, tool: deed.tool, state };
}

function message({ path, session, id, atMs }: Row, data: object): void {
  const sql =
    'INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)';
  change(path, sql, [id, session, atMs, atMs, JSON.stringify(data)]);
}

function part({ path, session, id, atMs }: Row, data: object, partId = `${id}-part`): void {
  const sql = `INSERT INTO part (id, message_id, session_id, time_created, time_updated, data)
    VALUES (?, ?, ?, ?, ?, ?)`;
  change(path, sql, [partId, id, session, atMs, atMs, JSON.stringify(data)]);
}
