import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OutputPipes, openOutputPipes, type RunningHook, runHook } from '@harness/hook-runner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let pipes: OutputPipes;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'harness-pipes-'));
  pipes = openOutputPipes(folder);
  await pipes.prime();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, argv: readonly string[] = ['/bin/sh', '-c', script]): RunningHook {
  const env = { PATH: '/usr/bin:/bin' };
  return runHook({ argv, env, stdin: '', timeoutMs: 20_000, outputPipe: pipes.takeNow });
}

const descriptors = (): number => readdirSync('/proc/self/fd').length;

describe('a program with one pipe for its outputs', () => {
  it('opens them by name, and keeps the order of what it prints', async () => {
    const { outcome, settled } = run(
      'echo a; echo b >/dev/stderr; echo c >/dev/stdout; echo d >&2',
    );
    expect(await outcome).toMatchObject({
      detail: { kind: 'exited', code: 0 },
      tail: 'a\nb\nc\nd\n',
    });
    await settled;
  });

  it('uses a pipe again that nobody holds, and keeps no descriptor', async () => {
    const once = async (): Promise<void> => run('echo a').settled;
    await once();
    const before = { open: descriptors(), made: readdirSync(folder) };
    for (let count = 0; count < 20; count += 1) {
      await once();
    }
    expect({ open: descriptors(), made: readdirSync(folder) }).toEqual(before);
  });

  it('never prints into the pipe of another, though it goes on in the background', async () => {
    const left = run('(while :; do echo late; sleep 0.01; done) & echo first');
    expect((await left.outcome).tail).toMatch(/^(?:late\n)*first\n/);
    left.cancel(0);
    await left.settled;
    for (let count = 0; count < 10; count += 1) {
      const next = run('echo mine; sleep 0.02');
      expect((await next.outcome).tail).toBe('mine\n');
      await next.settled;
    }
  });

  it('gives the pipe back when it does not start', async () => {
    const before = descriptors();
    for (let count = 0; count < 20; count += 1) {
      const refused = run('', ['/nonexistent/program']);
      expect((await refused.outcome).detail).toMatchObject({ code: 'ENOENT' });
      await refused.settled;
    }
    expect(descriptors()).toBe(before);
    expect((await run('echo a >/dev/stderr').outcome).tail).toBe('a\n');
  });

  it('has one open ahead, again once one was given back, until it is closed', async () => {
    const ahead = descriptors();
    expect(pipes.takeNow()).toBeDefined();
    expect(descriptors()).toBe(ahead);
    await run('echo a').settled;
    expect(descriptors()).toBe(ahead + 2);
    pipes.close();
    expect(descriptors()).toBe(ahead);
    await run('echo a').settled;
    expect(descriptors()).toBe(ahead);
  });

  it('runs without one while there is none', async () => {
    const taken = Array.from({ length: 9 }, () => run('sleep 0.3; echo a'));
    for (const { outcome } of taken) {
      expect((await outcome).tail).toBe('a\n');
    }
    await Promise.all(taken.map(({ settled }) => settled));
  });
});
