import {
  appendFileSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { claudePath, codexPath, fixture, lab, ofKind, placeWithAgents, write } from './lab.ts';
import { claudeScribe } from './scribes/claude-scribe.ts';
import { codexScribe } from './scribes/codex-scribe.ts';
import type { Deed } from './scribes/scribe.ts';

const CALL: Deed = { kind: 'call', id: 'c1', tool: 'Bash', args: { command: 'ls' } };
const HELLO: Deed = { kind: 'message', text: 'Hello.' };

it("reads a session's sub-agents beside it, each under its own name", async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  placeWithAgents(here, '41d86173-14f8-496f-be9f-2998de799d81');

  const turns = await trace.poll();

  const calls = ofKind(turns, 'call').filter(({ tool }) => tool === 'Grep');
  expect(new Set(calls.map(({ agent }) => agent))).toEqual(new Set(['d03af790f51c1976d']));
  expect(calls).toHaveLength(10);
  expect(new Set(turns.map(({ session }) => session)).size).toBe(1);
  expect(ofKind(turns, 'message')).toHaveLength(1);
});

it('reads a sub-agent that starts long after its session', async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  const scribe = claudeScribe(here, 's-1');
  scribe.write([HELLO]);
  await trace.poll();
  const record = {
    type: 'assistant',
    cwd: here.workdir,
    sessionId: 's-1',
    agentId: 'a1',
    isSidechain: true,
  };
  const message = { id: 'm9', role: 'assistant', model: 'm', content: [] };
  write(
    join(dirname(scribe.path), 's-1/subagents/agent-a1.jsonl'),
    `${JSON.stringify({ ...record, message })}\n`,
  );

  expect(await trace.poll()).toMatchObject([{ kind: 'answer', session: 's-1', agent: 'a1' }]);
});

it("does not take a sub-agent's order for a person's message", async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  placeWithAgents(here, '41d86173-14f8-496f-be9f-2998de799d81');

  expect(ofKind(await trace.poll(), 'message').map(({ agent }) => agent)).toEqual([undefined]);
});

it("finds Codex's sub-agent by the thread that started it", async () => {
  const here = lab();
  const trace = here.open('codex');
  await trace.poll();
  codexScribe(here, 'main').write([HELLO]);
  const source = { subagent: { thread_spawn: { parent_thread_id: 'main', depth: 1 } } };
  const meta = { type: 'session_meta', payload: { id: 'sub', cwd: here.workdir, source } };
  const call = { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{}' };
  const lines = [meta, { type: 'response_item', payload: call }];
  write(codexPath(here, 'rollout-sub'), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));

  expect(ofKind(await trace.poll(), 'call')).toMatchObject([{ session: 'main', agent: 'sub' }]);
});

it('reads on in a rollout of long ago that is resumed', async () => {
  const here = lab();
  const old = codexScribe(here, 'old');
  old.write([HELLO, CALL]);
  utimesSync(old.path, 1_700_000_000, 1_700_000_000);
  for (let day = 10; day < 30; day += 1) {
    write(join(here.env['HOME'] ?? '', `.codex/sessions/2026/12/${day}/rollout-${day}.jsonl`), '');
  }
  const trace = here.open('codex', { sinceMs: Date.now() + 1_000 });
  await trace.poll();
  old.write([{ kind: 'answer', text: 'Back.' }]);
  utimesSync(old.path, new Date(Date.now() + 5_000), new Date(Date.now() + 5_000));

  expect((await trace.poll()).map((turn) => turn.kind)).toEqual(['session', 'answer', 'rest']);
});

it('reads a transcript that is cut and written again', async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  const scribe = claudeScribe(here, 's-1');
  scribe.write([HELLO, CALL]);
  await trace.poll();
  truncateSync(scribe.path, 0);
  scribe.write([HELLO]);

  expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
});

it('counts no call and no answer twice when a transcript is written anew with its history', async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  const bytes = fixture(here, 'claude-code-loop-same.jsonl').toString();
  write(claudePath(here), bytes);
  await trace.poll();
  // Something near the end changes, so the file is no continuation of what was read.
  const rewritten = bytes.replaceAll('2.1.263', '2.1.264');
  writeFileSync(`${claudePath(here)}.new`, rewritten);
  renameSync(`${claudePath(here)}.new`, claudePath(here));

  const again = await trace.poll();

  expect(ofKind(again, 'call')).toEqual([]);
  expect(ofKind(again, 'answer')).toEqual([]);
});

it('consumes nothing of a torn last line until its end arrives', async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  const bytes = fixture(here, 'claude-code-loop-same.jsonl');
  write(claudePath(here), bytes.subarray(0, bytes.length - 10));
  const before = (await trace.poll()).length;
  appendFileSync(claudePath(here), bytes.subarray(bytes.length - 10));

  const rest = await trace.poll();

  expect(before).toBeGreaterThan(20);
  expect(rest).toHaveLength(1);
});

it('counts what is no record, and passes over a record that is too long', async () => {
  const here = lab();
  const trace = here.open('claude-code', { recordLimitBytes: 2_000 });
  await trace.poll();
  const scribe = claudeScribe(here, 's-1');
  scribe.write([HELLO]);
  appendFileSync(scribe.path, '42\n{"torn": \n\n');
  scribe.write([{ kind: 'answer', text: 'x'.repeat(1_200_000) }, CALL]);

  const turns = await trace.poll();

  expect(ofKind(turns, 'call')).toHaveLength(1);
  expect(trace.status().skipped).toEqual({ tooLong: 1, malformed: 2 });
});

it('tells apart two directories whose folders have the same name', async () => {
  const here = lab();
  const trace = here.open('claude-code', { workdir: join(here.dir, 'a-b') });
  mkdirSync(join(here.dir, 'a-b'));
  mkdirSync(join(here.dir, 'a/b'), { recursive: true });
  await trace.poll();
  const folder = join(here.env['HOME'] ?? '', '.claude/projects');
  const name = join(here.dir, 'a-b').replaceAll(/[^A-Za-z0-9]/g, '-');
  for (const [session, cwd] of [
    ['ours', 'a-b'],
    ['theirs', 'a/b'],
  ] as const) {
    const record = {
      type: 'user',
      cwd: join(here.dir, cwd),
      message: { role: 'user', content: 'Hi' },
    };
    write(join(folder, name, `${session}.jsonl`), `${JSON.stringify(record)}\n`);
  }

  const turns = await trace.poll();

  expect(new Set(turns.map(({ session }) => session))).toEqual(new Set(['ours']));
});

it('finds the folder of a directory with a long name', async () => {
  const here = lab();
  const workdir = join(here.dir, ...Array.from({ length: 6 }, () => 'n'.repeat(40)));
  mkdirSync(workdir, { recursive: true });
  const trace = here.open('claude-code', { workdir });
  await trace.poll();
  const name = `${workdir.replaceAll(/[^A-Za-z0-9]/g, '-').slice(0, 200)}-1a2b3c`;
  const record = { type: 'user', cwd: workdir, message: { role: 'user', content: 'Hi' } };
  write(
    join(here.env['HOME'] ?? '', '.claude/projects', name, 's.jsonl'),
    `${JSON.stringify(record)}\n`,
  );

  expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
});

it('finds the transcripts of a directory that is reached by a link', async () => {
  const here = lab();
  const link = join(here.dir, 'link');
  symlinkSync(here.workdir, link);
  const trace = here.open('claude-code', { workdir: link });
  await trace.poll();
  claudeScribe(here, 's-1').write([HELLO]);

  expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
});

it.each([
  ['claude-code', { CLAUDE_CONFIG_DIR: 'conf' }, 'conf/projects'],
  ['claude-code', { HOME: 'me' }, 'me/.claude/projects'],
  ['codex', { CODEX_HOME: 'cx' }, 'cx/sessions'],
  ['codex', { HOME: 'me' }, 'me/.codex/sessions'],
] as const)('looks for %s where its environment says: %j', async (kind, names, folder) => {
  const here = lab();
  const env = Object.fromEntries(
    Object.entries(names).map(([name, path]) => [name, join(here.dir, path)]),
  );
  const trace = here.open(kind, { env });
  await trace.poll();

  expect(trace.status().root.startsWith(join(here.dir, folder))).toBe(true);
});

it('reports a version that is newer than any that was tried', async () => {
  const here = lab();
  const trace = here.open('codex');
  await trace.poll();
  const meta = { id: 's', cwd: here.workdir, cli_version: '0.172.0-alpha.1', source: 'exec' };
  write(codexPath(here), `${JSON.stringify({ type: 'session_meta', payload: meta })}\n`);
  await trace.poll();

  expect(trace.status()).toMatchObject({ found: true, version: '0.172.0-alpha.1', untried: true });
});
