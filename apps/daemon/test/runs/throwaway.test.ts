import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  HARNESS_FROM_SOURCE,
  harness,
  homeProcesses,
  homes,
  listed,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';

const newHome = homes(afterEach);
const PATIENT = { timeoutMs: 40_000 };

async function emptyHome(): Promise<ThrowawayHome> {
  const home = await newHome();
  await writeConfig(home, '');
  return home;
}

it('runs a command where and as it was called, prints its output and leaves with its exit code', async () => {
  const home = await emptyHome();
  await using _daemon = await startDaemon(home);
  const { code, out } = await harness(
    home,
    ['run', '--', 'sh', '-c', 'pwd; echo "$COLOUR"; echo "token ghp_$0"; exit 7', 'a1B2'.repeat(9)],
    { cwd: home.workDir, env: { COLOUR: 'blue' } },
  );
  expect(code).toBe(7);
  expect(out).toContain(`${home.workDir}\nblue\ntoken `);
  expect(out).not.toContain('a1B2a1B2');
});

it('gives the command a terminal with --tty', async () => {
  const home = await emptyHome();
  await using _daemon = await startDaemon(home);
  const test = ['sh', '-c', 'test -t 1 && stty size'];
  expect((await harness(home, ['run', '--tty', '--', ...test])).out).toBe('40 120\n');
  expect((await harness(home, ['run', '--', ...test])).code).toBe(1);
});

it('exits with 124 when it takes too long, and with 127 when it cannot be started', async () => {
  const home = await emptyHome();
  await using _daemon = await startDaemon(home);
  expect((await harness(home, ['run', '--timeout', '1s', '--', 'sleep', '300'])).code).toBe(124);
  const missing = await harness(home, ['run', '--', 'no-such-program']);
  expect(missing).toMatchObject({ code: 127 });
  expect(missing.err).toContain('no-such-program was not found');
});

it.each([
  ['an interruption', 'SIGINT'],
  ['its own death', 'SIGKILL'],
] as const)(
  'ends the command with %s, and is gone from the list with its log',
  async (_, signal) => {
    const home = await emptyHome();
    await using _daemon = await startDaemon(home);
    const [program, ...words] = HARNESS_FROM_SOURCE;
    const command = ['run', '--', 'sh', '-c', 'echo up; sleep 300; echo late'];
    const call = spawn(program, [...words, ...command], {
      env: home.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(call, 'exit');
    const printed = text(call.stdout);
    await waitFor('it runs', () => homeProcesses(home.dir, /^sleep 300/).length === 1, PATIENT);
    await waitFor('it is listed', async () => (await listed(home)).length === 1);
    call.kill(signal);
    const [code] = await exit;
    if (signal === 'SIGINT') {
      expect([code, await printed]).toEqual([143, 'up\n']);
    }
    await waitFor('it is gone', async () => (await listed(home)).length === 0, PATIENT);
    expect(homeProcesses(home.dir, /^sleep 300/)).toEqual([]);
    await waitFor('its log is gone', async () => {
      const logs = await readdir(join(home.stateDir, 'harness/logs'));
      return logs.every((name) => !name.startsWith('run-'));
    });
  },
);
