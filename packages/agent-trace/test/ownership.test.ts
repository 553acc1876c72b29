import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { Claimant } from '../src/index.ts';
import { type Lab, lab, ofKind } from './lab.ts';
import { claudeScribe } from './scribes/claude-scribe.ts';
import { codexScribe } from './scribes/codex-scribe.ts';

const HELLO = { kind: 'message', text: 'Hello.' } as const;

it('gives a contested session to the run whose process holds its file open', async () => {
  const here = lab();
  const [ours, theirs] = await contenders(here, 'codex');
  const scribe = codexScribe(here, 'session-0001');
  ours.pids.push(await holder({}, openSync(scribe.path, 'a')));
  theirs.pids.push(await holder({}));
  scribe.write([HELLO]);

  expect(ofKind(await ours.poll(), 'message')).toHaveLength(1);
  expect(await theirs.poll()).toEqual([]);
  expect(theirs.trace.status().ambiguous).toEqual([]);
});

it('gives a contested session to the run whose environment names it', async () => {
  const here = lab();
  const [ours, theirs] = await contenders(here, 'claude-code');
  ours.pids.push(await holder({ CLAUDE_CODE_SESSION_ID: 'session-0001' }));
  theirs.pids.push(await holder({ CLAUDE_CODE_SESSION_ID: 'session-0002' }));
  claudeScribe(here, 'session-0001').write([HELLO]);

  expect(ofKind(await ours.poll(), 'message')).toHaveLength(1);
  expect(await theirs.poll()).toEqual([]);
});

it('reads a contested session from its start once a process shows whose it is', async () => {
  const here = lab();
  const [ours, theirs] = await contenders(here, 'claude-code');
  const scribe = claudeScribe(here, 'session-0001');
  scribe.write([HELLO]);
  expect(await ours.poll()).toEqual([]);
  expect(ours.trace.status()).toMatchObject({ ambiguous: [{ session: 'session-0001' }] });
  ours.pids.push(await holder({ CLAUDE_CODE_SESSION_ID: 'session-0001' }));
  scribe.write([HELLO]);

  expect(ofKind(await ours.poll(), 'message')).toHaveLength(2);
  expect(ours.trace.status().ambiguous).toEqual([]);
  expect(await theirs.poll()).toEqual([]);
});

it('gives a session that both show to nobody, and keeps it so when one of them ends', async () => {
  const here = lab();
  const [ours, theirs] = await contenders(here, 'claude-code');
  const env = { CLAUDE_CODE_SESSION_ID: 'session-0001' };
  ours.pids.push(await holder(env));
  theirs.pids.push(await holder(env));
  const scribe = claudeScribe(here, 'session-0001');
  scribe.write([HELLO]);
  await ours.poll();
  theirs.end();
  scribe.write([HELLO]);

  expect(await ours.poll()).toEqual([]);
});

async function contenders(here: Lab, kind: Claimant['kind']) {
  const pids: [number[], number[]] = [[], []];
  const claimants = pids.map((each) => {
    const claimant = { kind, env: here.env, workdir: here.workdir, sinceMs: Date.now() };
    return { ...claimant, pids: () => each };
  });
  const running = new Set(claimants);
  const contender = (index: 0 | 1) => {
    const self = claimants[index];
    const others = () => [...running].filter((each) => each !== self);
    const trace = here.open(kind, { ...self, rivals: others });
    return {
      trace,
      pids: pids[index],
      poll: () => trace.poll(),
      end: () => {
        running.delete(self ?? claimants[0] ?? never());
      },
    };
  };
  const both = [contender(0), contender(1)] as const;
  // What comes now is told from what stood there before.
  await Promise.all(both.map(({ trace }) => trace.poll()));
  return both;
}

function never(): never {
  throw new Error('there are two contenders');
}

/** A process with this environment that holds a file open; it ends with the test. */
async function holder(env: Readonly<Record<string, string>>, file?: number): Promise<number> {
  const child = spawn('sleep', ['600'], { env, stdio: ['ignore', 'ignore', file ?? 'ignore'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child.pid ?? never();
}
