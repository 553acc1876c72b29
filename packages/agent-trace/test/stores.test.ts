import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createStore, crushPath, fixture, lab, ofKind, opencodePath, place } from './lab.ts';
import { change, crushScribe } from './scribes/crush-scribe.ts';
import { opencodeScribe } from './scribes/opencode-scribe.ts';
import type { Deed } from './scribes/scribe.ts';

const HELLO: Deed = { kind: 'message', text: 'Hello.' };

it('reads what lies in the log of a store that is open elsewhere', async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  crushScribe(here, 's-1');
  const agent = opened(crushPath(here));
  agent.exec('PRAGMA wal_autocheckpoint = 0');
  agent.exec(insertMessage('m1', 's-1', 'user', [{ type: 'text', data: { text: 'Hi' } }]));

  expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
});

it('waits for a store that is locked, and says so', async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  const scribe = crushScribe(here, 's-1');
  const agent = opened(scribe.path);
  agent.exec('PRAGMA journal_mode = DELETE');
  scribe.write([HELLO]);
  agent.exec('BEGIN EXCLUSIVE');

  expect(await trace.poll()).toEqual([]);
  expect(trace.status().trouble).toMatchObject({ code: 'SQLITE_BUSY', path: scribe.path });
  agent.exec('COMMIT');
  expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
  expect(trace.status().trouble).toBeUndefined();
});

it.each([
  [
    'a file that is no store',
    'SQLITE_NOTADB',
    (path: string) => writeFileSync(path, 'x'.repeat(9_000)),
  ],
  [
    'a store of something else',
    'unknown_schema',
    (path: string) => createStore(path, [Buffer.from('CREATE TABLE t (a)')]),
  ],
])('says that it found %s', async (_what, code, write) => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  mkdirSync(join(here.workdir, '.crush'));
  write(crushPath(here));

  expect(await trace.poll()).toEqual([]);
  expect(trace.status().trouble).toMatchObject({ code });
});

it('gives the calls of a message that is being written, and its end later', async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  const { path } = crushScribe(here, 's-1');
  const call = { type: 'tool_call', data: { id: 'c1', name: 'bash', input: '{}', finished: true } };
  const agent = opened(path);
  agent.exec(insertMessage('m1', 's-1', 'assistant', [call]));
  const [begun, quiet] = [await trace.poll(), await trace.poll()];
  const finish = { type: 'finish', data: { reason: 'tool_use', time: 1_790_000_000 } };
  change(path, 'UPDATE messages SET parts = ? WHERE id = ?', [
    JSON.stringify([call, finish]),
    'm1',
  ]);

  expect(begun.map((turn) => turn.kind)).toEqual(['session', 'call']);
  expect(quiet).toEqual([]);
  expect(await trace.poll()).toMatchObject([{ kind: 'answer', atMs: 1_790_000_000_000 }]);
});

it('misses nothing when rows are deleted and their numbers are given out again', async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  const scribe = crushScribe(here, 's-1');
  scribe.write([HELLO, HELLO, HELLO]);
  await trace.poll();
  change(scribe.path, 'DELETE FROM messages WHERE rowid > ?', [1]);
  scribe.write([
    { kind: 'answer', text: 'a' },
    { kind: 'answer', text: 'b' },
  ]);

  expect(ofKind(await trace.poll(), 'answer')).toHaveLength(2);
});

it('misses nothing when rows from before the run are deleted', async () => {
  const here = lab();
  const scribe = crushScribe(here, 's-1');
  scribe.write([HELLO, HELLO, HELLO]);
  const trace = here.open('crush', { sinceMs: Date.now() + 1_000 });
  await trace.poll();
  change(scribe.path, 'DELETE FROM messages WHERE rowid > ?', [1]);
  scribe.write([{ kind: 'answer', text: 'a' }]);

  expect(ofKind(await trace.poll(), 'answer')).toHaveLength(1);
});

it('passes over a row that is too long, and counts it', async () => {
  const here = lab();
  const trace = here.open('crush', { recordLimitBytes: 10_000 });
  await trace.poll();
  const scribe = crushScribe(here, 's-1');
  scribe.write([{ kind: 'answer', text: 'x'.repeat(20_000) }, HELLO]);

  expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
  expect(trace.status().skipped.tooLong).toBe(1);
});

it('reads many rows in one poll', async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  const { path } = crushScribe(here, 's-1');
  const agent = opened(path);
  agent.exec('BEGIN');
  for (let index = 0; index < 3_000; index += 1) {
    agent.exec(insertMessage(`m${index}`, 's-1', 'user', []));
  }
  agent.exec('COMMIT');

  expect(ofKind(await trace.poll(), 'message')).toHaveLength(3_000);
  expect(trace.status().behind).toBe(false);
});

it("counts a sub-agent's session to the session that started it", async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  crushScribe(here, 'main').write([HELLO]);
  const child = crushScribe(here, 'child');
  change(child.path, 'UPDATE sessions SET parent_session_id = ? WHERE id = ?', ['main', 'child']);
  child.write([HELLO, { kind: 'answer', text: 'Found.' }]);

  const turns = await trace.poll();

  expect(ofKind(turns, 'message')).toHaveLength(1);
  expect(ofKind(turns, 'answer')).toMatchObject([{ session: 'main', agent: 'child' }]);
  expect(ofKind(turns, 'session')).toMatchObject([{ session: 'main' }]);
});

it('reads the fresh store after the old one was moved aside', async () => {
  const here = lab();
  const trace = here.open('crush');
  await trace.poll();
  crushScribe(here, 's-1').write([HELLO]);
  await trace.poll();
  renameSync(crushPath(here), `${crushPath(here)}.archived`);
  rmSync(`${crushPath(here)}-wal`, { force: true });
  rmSync(`${crushPath(here)}-shm`, { force: true });
  crushScribe(here, 's-2').write([HELLO, HELLO]);

  expect(ofKind(await trace.poll(), 'message').map(({ session }) => session)).toEqual([
    's-2',
    's-2',
  ]);
});

it.each([
  ['in the working directory', {}, 'work/.crush'],
  ["in crush.json's folder", { 'work/crush.json': 'data' }, 'work/data'],
  ["in .crush.json's folder", { 'work/.crush.json': 'data' }, 'work/data'],
  ['where the nearer file says', { 'crush.json': 'far', 'work/crush.json': 'near' }, 'work/near'],
  ['where the global file says', { 'home/.config/crush/crush.json': '/abs' }, '/abs'],
  ["where the agent's own file says", { 'home/.local/share/crush/crush.json': 'own' }, 'work/own'],
])('looks for a Crush store %s', async (_where, files, folder) => {
  const here = lab();
  for (const [name, directory] of Object.entries(files)) {
    const path = join(here.dir, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify({ options: { data_directory: directory } }));
  }
  const trace = here.open('crush');
  await trace.poll();

  const root = folder.startsWith('/') ? folder : join(here.dir, folder);
  expect(trace.status().root).toBe(join(root, 'crush.db'));
});

it('uses the nearest Crush folder above the working directory', async () => {
  const here = lab();
  mkdirSync(join(here.dir, '.crush'));
  const trace = here.open('crush');
  await trace.poll();

  expect(trace.status().root).toBe(join(here.dir, '.crush/crush.db'));
});

it('takes the data directory that its driver gave Crush', async () => {
  const here = lab();
  const trace = here.open('crush', { dataDirectory: 'kept' });
  await trace.poll();

  expect(trace.status().root).toBe(join(here.workdir, 'kept/crush.db'));
});

it.each([
  [{ XDG_DATA_HOME: '/data' }, '/data/opencode/opencode.db'],
  [{ HOME: '/me' }, '/me/.local/share/opencode/opencode.db'],
  [{ HOME: '/me', OPENCODE_DB: '/other.db' }, '/other.db'],
])("looks for OpenCode's store where its environment says: %j", async (env, path) => {
  const trace = lab().open('opencode', { env });
  await trace.poll();

  expect(trace.status().root).toBe(path);
});

it("reads OpenCode's recorded loop", async () => {
  const here = lab();
  const trace = here.open('opencode');
  await trace.poll();
  place(here, 'opencode', 'captured/opencode-loop.sql');

  const turns = await trace.poll();

  const calls = ofKind(turns, 'call');
  expect(calls).toHaveLength(11);
  expect(new Set(calls.map(({ digest }) => digest)).size).toBe(1);
  expect(ofKind(turns, 'result')).toHaveLength(11);
  expect(ofKind(turns, 'answer')).toHaveLength(12);
  expect(ofKind(turns, 'message')).toHaveLength(1);
});

it("reads OpenCode's recorded overflow as a refusal for context", async () => {
  const here = lab();
  const trace = here.open('opencode');
  await trace.poll();
  place(here, 'opencode', 'captured/opencode-context.sql');

  const turns = await trace.poll();

  expect(ofKind(turns, 'refusal')).toMatchObject([{ refusal: { class: 'context' } }]);
  expect(ofKind(turns, 'compaction')).toHaveLength(1);
  expect(ofKind(turns, 'answer')).toEqual([]);
});

it('gives a call of OpenCode when it starts and its result when it ends', async () => {
  const here = lab();
  const trace = here.open('opencode');
  await trace.poll();
  const scribe = opencodeScribe(here, 's-1');
  scribe.write([{ kind: 'call', id: 'c1', tool: 'bash', args: {} }]);
  const begun = await trace.poll();
  scribe.write([{ kind: 'result', id: 'c1', output: 'x' }]);

  expect(begun.map((turn) => turn.kind)).toEqual(['session', 'call', 'answer']);
  expect((await trace.poll()).map((turn) => turn.kind)).toEqual(['result']);
});

it('sees a failure that OpenCode writes after it completed the message', async () => {
  const here = lab();
  const trace = here.open('opencode');
  await trace.poll();
  opencodeScribe(here, 's-1');
  const path = opencodePath(here);
  const message = (data: object) => JSON.stringify({ role: 'assistant', ...data });
  change(path, 'INSERT INTO message VALUES (?, ?, 1, 1, ?)', [
    'm1',
    's-1',
    message({ time: { completed: 5 } }),
  ]);
  await trace.poll();
  const error = { name: 'APIError', data: { message: 'Overloaded', statusCode: 529 } };
  change(path, 'UPDATE message SET data = ? WHERE id = ?', [message({ error }), 'm1']);

  expect(ofKind(await trace.poll(), 'refusal')).toMatchObject([
    { refusal: { rule: 'overloaded' } },
  ]);
});

it('leaves no lock and no change behind in a store that it reads', async () => {
  const here = lab();
  createStore(crushPath(here), [
    fixture(here, 'crush-schema.sql'),
    fixture(here, 'crush-healthy.sql'),
  ]);
  const trace = here.open('crush');
  await trace.poll();
  await trace.poll();
  const agent = opened(crushPath(here));
  agent.exec('BEGIN EXCLUSIVE; COMMIT');

  expect(agent.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

function opened(path: string): DatabaseSync {
  const store = new DatabaseSync(path);
  onTestFinished(() => {
    store.close();
  });
  return store;
}

function insertMessage(
  id: string,
  session: string,
  role: string,
  parts: readonly object[],
): string {
  return `INSERT INTO messages (id, session_id, role, parts, created_at, updated_at)
    VALUES ('${id}', '${session}', '${role}', '${JSON.stringify(parts)}', 1790000000, 1790000000)`;
}
