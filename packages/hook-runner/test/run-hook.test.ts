import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { runHook } from '@harness/hook-runner';
import { waitFor } from '@harness/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptFolder, scriptFolder } from './script-folder.ts';

let hooks: ScriptFolder;
beforeAll(async () => {
  hooks = await scriptFolder();
});
afterAll(() => hooks[Symbol.asyncDispose]());

describe('how a program ended', () => {
  const endings = [
    { says: 'exit 0', text: 'exit 0', detail: { kind: 'exited', code: 0 } },
    { says: 'another status', text: 'exit 7', detail: { kind: 'exited', code: 7 } },
    { says: 'a signal', text: 'kill -SEGV $$', detail: { kind: 'signalled', signal: 'SIGSEGV' } },
    {
      says: 'a kill that was not ours',
      text: 'kill -KILL $$',
      detail: { kind: 'signalled', signal: 'SIGKILL' },
    },
  ];
  it.each(endings)('is told for $says', async ({ text, detail }) => {
    const hook = await hooks.start(text);
    const end = await hook.outcome;
    expect(end.detail).toEqual(detail);
    expect(end.durationMs).toBeGreaterThanOrEqual(1);
    expect(end).not.toHaveProperty('tail');
    await hook.settled;
  });

  it('is the same for a script without an interpreter line, which sh runs', async () => {
    const path = hooks.at('bare');
    await writeFile(path, 'echo ran by sh; exit 3\n', { mode: 0o755 });
    const end = await runHook(hooks.command(path)).outcome;
    expect(end).toMatchObject({ detail: { kind: 'exited', code: 3 }, tail: 'ran by sh\n' });
  });
});

describe('what a program gets', () => {
  it('is its argv byte for byte, without a shell', async () => {
    const words = ['a b', '$(id)', ';', '"q"', '*', 'ünï', ''];
    const path = await hooks.script(
      '#!/usr/bin/python3\nimport sys, json\nprint(json.dumps(sys.argv[1:]))',
    );
    const { tail } = await runHook(hooks.command(path, { argv: [path, ...words] })).outcome;
    expect(JSON.parse(tail ?? '')).toEqual(words);
  });

  it('is exactly the given environment and folder', async () => {
    const path = await hooks.script(
      '#!/usr/bin/env -S /usr/bin/python3 -S\nimport os, json\nprint(json.dumps([dict(os.environ), os.getcwd()]))',
    );
    const env = { PATH: '/usr/bin:/bin', HARNESS_NOTIFY_MESSAGE: 'é "quoted" $x' };
    const { tail } = await runHook(hooks.command(path, { env, cwd: hooks.dir })).outcome;
    expect(JSON.parse(tail ?? '')).toEqual([expect.objectContaining(env), hooks.dir]);
  });

  const readers = [
    { how: 'cat', text: 'cat' },
    { how: 'a name', text: 'cat /dev/stdin' },
    { how: 'read', text: 'read -r line; echo "$line"' },
  ];
  it.each(readers)('is its input to the end, read by $how', async ({ text }) => {
    const hook = await hooks.start(text, { timeoutMs: 20_000 });
    expect(await hook.outcome).toMatchObject({
      detail: { kind: 'exited', code: 0 },
      tail: '{"version":1}\n',
    });
  });

  it('is all of an input larger than a pipe, however slowly it is read', async () => {
    const text = `#!/usr/bin/python3
import sys, time
size = 0
while chunk := sys.stdin.buffer.read1(200000):
    size += len(chunk)
    time.sleep(0.01)
print(size)
`;
    const hook = await hooks.start(text, { stdin: 'x'.repeat(3_000_000) });
    expect((await hook.outcome).tail).toBe('3000000\n');
  });

  it.each([
    { how: 'never looks at it', text: 'exit 0' },
    { how: 'closes it first', text: 'exec <&-\nsleep 0.05\nexit 0' },
  ])('may be ignored: the run is good when it $how', async ({ text }) => {
    for (const stdin of ['{}\n', 'x'.repeat(2_000_000)]) {
      const hook = await hooks.start(text, { stdin });
      expect((await hook.outcome).detail).toEqual({ kind: 'exited', code: 0 });
      await hook.settled;
    }
  });
});

describe('what a program leaves in the background', () => {
  it('does not hold up the outcome, and loses nothing printed before it', async () => {
    const hook = await hooks.start('echo before\nsleep 30 &\necho $! >@/left\nexit 4');
    const startedMs = performance.now();
    const end = await hook.outcome;
    expect(end).toMatchObject({ detail: { kind: 'exited', code: 4 }, tail: 'before\n' });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    hook.cancel(0);
    await hook.settled;
    expect(isAlive(pidIn('left'))).toBe(false);
  });

  it('may print on and finish before the deadline, unread', async () => {
    const hook = await hooks.start(
      '(for i in 1 2 3; do echo try $i; sleep 0.2; done; echo sent >@/sent) &\nexit 0',
    );
    const end = await hook.outcome;
    await hook.settled;
    expect(end.detail).toEqual({ kind: 'exited', code: 0 });
    expect(end.tail ?? '').not.toContain('try 3');
    expect(readFileSync(hooks.at('sent'), 'utf8')).toBe('sent\n');
  });

  it('is killed at the deadline, also when it has let go of the output', async () => {
    const hook = await hooks.start('sleep 30 >/dev/null 2>&1 &\necho $! >@/quiet\nexit 0', {
      timeoutMs: 1200,
    });
    expect((await hook.outcome).detail).toEqual({ kind: 'exited', code: 0 });
    expect(isAlive(pidIn('quiet'))).toBe(true);
    await hook.settled;
    expect(isAlive(pidIn('quiet'))).toBe(false);
  });

  it('is left alone when it has a session of its own, without holding anything up', async () => {
    const hook = await hooks.start(
      'setsid sh -c "echo \\$\\$ >@/escaped; exec sleep 30" &\nwhile [ ! -s @/escaped ]; do sleep 0.02; done\nexit 0',
      { timeoutMs: 3000 },
    );
    expect((await hook.outcome).detail).toEqual({ kind: 'exited', code: 0 });
    await hook.settled;
    expect(isAlive(pidIn('escaped'))).toBe(true);
    process.kill(pidIn('escaped'), 'SIGKILL');
  });
});

describe('the deadline', () => {
  it('kills a program that ignores every polite signal', async () => {
    const hook = await hooks.start(
      'trap "" TERM INT HUP\necho started\nwhile :; do sleep 1; done',
      {
        timeoutMs: 1200,
      },
    );
    const end = await hook.outcome;
    expect(end).toMatchObject({
      detail: { kind: 'timed_out', timeoutMs: 1200 },
      tail: 'started\n',
    });
    expect(end.durationMs).toBeGreaterThanOrEqual(1200);
    expect(end.durationMs).toBeLessThan(10_000);
    await hook.settled;
  });

  it('ends the whole group: nothing the program started finishes later', async () => {
    const hook = await hooks.start('sh -c "sleep 3; touch @/late" &\necho $! >@/child\nsleep 60', {
      timeoutMs: 1200,
    });
    expect((await hook.outcome).detail.kind).toBe('timed_out');
    await hook.settled;
    expect(isAlive(pidIn('child'))).toBe(false);
    expect(existsSync(hooks.at('late'))).toBe(false);
  });

  it('may be further away than a timer reaches', async () => {
    const hook = await hooks.start('exit 0', { timeoutMs: 2 ** 40 });
    expect((await hook.outcome).detail).toEqual({ kind: 'exited', code: 0 });
    await hook.settled;
  });
});

describe('cancelling', () => {
  const cancelled = { kind: 'cancelled', reason: 'daemon stopped during delivery' };

  it('gives the grace and kills then', async () => {
    const hook = await hooks.start('sleep 30 &\necho $! >@/cancelled\nwait');
    await waitFor('the child runs', () => existsSync(hooks.at('cancelled')));
    hook.cancel(200);
    const end = await hook.outcome;
    expect(end.detail).toEqual(cancelled);
    expect(end.durationMs).toBeLessThan(10_000);
    await hook.settled;
    expect(isAlive(pidIn('cancelled'))).toBe(false);
  });

  it('never gives more than the deadline leaves', async () => {
    const hook = await hooks.start('sleep 30', { timeoutMs: 300 });
    hook.cancel(20_000);
    const end = await hook.outcome;
    expect(end.detail).toEqual(cancelled);
    expect(end.durationMs).toBeLessThan(10_000);
    await hook.settled;
  });

  it('changes nothing for a program that ends within the grace, or has ended', async () => {
    const hook = await hooks.start('sleep 0.2; exit 5', { timeoutMs: 20_000 });
    hook.cancel(20_000);
    expect((await hook.outcome).detail).toEqual({ kind: 'exited', code: 5 });
    await hook.settled;
    hook.cancel(0);
  });
});

function pidIn(name: string): number {
  return Number(readFileSync(hooks.at(name), 'utf8'));
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
