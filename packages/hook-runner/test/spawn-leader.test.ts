import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type HookCommand,
  type LeaderRequest,
  leaderOf,
  openOutputPipes,
  type RunningHook,
  runHook,
  type SpawnLeader,
} from '@harness/hook-runner';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'spawn-leader-'));
const pipes = openOutputPipes(folder);
beforeAll(() => pipes.prime());
afterAll(() => rmSync(folder, { recursive: true }));

const run = (script: string, more: Partial<HookCommand>): RunningHook =>
  runHook({
    argv: ['/bin/sh', '-c', script, 'words'],
    env: { PATH: '/usr/bin:/bin', FACT: 'é' },
    stdin: 'input\n',
    timeoutMs: 20_000,
    outputPipe: pipes.takeNow,
    ...more,
  });

/** Starts by other means than the package does, and notes what it was asked for. */
function noted(requests: LeaderRequest[]): SpawnLeader {
  return (request) => {
    requests.push(request);
    const [program = '', ...args] = request.argv;
    const { env, cwd, streams } = request;
    const child = spawn(program, args, { env, cwd, stdio: [...streams], detached: true });
    return leaderOf(child, child.pid ?? 0);
  };
}

it("lets the caller's own means start the program, and does all else itself", async () => {
  const requests: LeaderRequest[] = [];
  const spawnLeader = noted(requests);
  const before = readdirSync('/proc/self/fd').length;
  const hook = run('echo "$0 $FACT $PWD"; cat; exit 7', { spawnLeader, cwd: folder });
  expect(hook.pid).toBeGreaterThan(0);
  expect(await hook.outcome).toMatchObject({
    detail: { kind: 'exited', code: 7 },
    tail: `words é ${folder}\ninput\n`,
  });
  await hook.settled;
  const killed = run('sleep 60 & sleep 60', { spawnLeader, timeoutMs: 200 });
  expect((await killed.outcome).detail).toEqual({ kind: 'timed_out', timeoutMs: 200 });
  await killed.settled;
  expect(requests.map(({ argv }) => argv[2])).toEqual([
    'echo "$0 $FACT $PWD"; cat; exit 7',
    'sleep 60 & sleep 60',
  ]);
  expect(readdirSync('/proc/self/fd')).toHaveLength(before);
});

it('starts the program by Node where those means cannot', async () => {
  const hook = run('cat; exit 7', { spawnLeader: () => undefined });
  expect(await hook.outcome).toMatchObject({
    detail: { kind: 'exited', code: 7 },
    tail: 'input\n',
  });
});

it('makes a mark before the program begins, or has it made', async () => {
  const mark = join(folder, 'mark');
  const requests: LeaderRequest[] = [];
  const script = `[ -e '${mark}' ] && echo begun`;
  const byNode = run(script, { mark });
  expect((await byNode.outcome).tail).toBe('begun\n');
  rmSync(mark);
  const byOthers = run(script, { mark, spawnLeader: noted(requests) });
  expect((await byOthers.outcome).detail).toEqual({ kind: 'exited', code: 1 });
  expect(requests).toMatchObject([{ mark }]);
  const nowhere = run('echo all the same', { mark: join(folder, 'no/such/place') });
  expect((await nowhere.outcome).tail).toBe('all the same\n');
});

it('asks for nothing but a start on a file and a pipe', async () => {
  const requests: LeaderRequest[] = [];
  const hook = run('exit 7', { spawnLeader: noted(requests), outputPipe: () => undefined });
  expect((await hook.outcome).detail).toEqual({ kind: 'exited', code: 7 });
  expect(requests).toEqual([]);
});
