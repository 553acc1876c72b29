import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type HookCommand,
  type LeaderRequest,
  openOutputPipes,
  type RunningHook,
  runHook,
  type SpawnLeader,
} from '@harness/hook-runner';
import { loadPosixSpawn } from '@harness/posix-spawn';
import koffi from 'koffi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'posix-spawn-'));
const pipes = openOutputPipes(join(folder, 'pipes'));
const sink = openSync('/dev/null', 'r+');

const request = (argv: readonly string[], more: Partial<LeaderRequest> = {}): LeaderRequest => ({
  argv,
  env: {},
  streams: [sink, sink, sink],
  ...more,
});

const alsoClosed: number[] = [];
let spawn: SpawnLeader;
let byNode = 0;
beforeAll(async () => {
  spawn = await loadPosixSpawn({ alsoClosed: () => alsoClosed });
  await pipes.prime();
  symlinkSync('/bin/true', join(folder, 'here'));
});

const run = (command: Pick<HookCommand, 'argv' | 'cwd' | 'stdin' | 'env'>): RunningHook =>
  runHook({
    timeoutMs: 20_000,
    outputPipe: pipes.takeNow,
    spawnLeader: (wanted) => {
      const leader = spawn(wanted);
      byNode += leader === undefined ? 1 : 0;
      return leader;
    },
    ...command,
  });
afterAll(() => {
  closeSync(sink);
  rmSync(folder, { recursive: true });
});

/** 32 and 33, which no program may use: glibc has them ignored by what it spawns. Source: signal(7), man-pages 6.9. */
const SIGNALS_OF_GLIBC = 3n << 31n;
const ENV = { PATH: '/usr/bin:/bin' };
const shell = (script: string, more: Partial<HookCommand> = {}): RunningHook =>
  run({ argv: ['/bin/sh', '-c', script], env: ENV, stdin: '', ...more });

describe('a program that was started without a fork', () => {
  it.each([
    ['exit 0', { kind: 'exited', code: 0 }],
    ['exit 7', { kind: 'exited', code: 7 }],
    ['exit 255', { kind: 'exited', code: 255 }],
    ['kill -ABRT $$', { kind: 'signalled', signal: 'SIGABRT' }],
    ['kill -SEGV $$', { kind: 'signalled', signal: 'SIGSEGV' }],
    ['kill -KILL $$', { kind: 'signalled', signal: 'SIGKILL' }],
  ])('ends as it ends: %s', async (script, detail) => {
    const hook = shell(script);
    expect((await hook.outcome).detail).toEqual(detail);
    await hook.settled;
  });

  it('gets its argv and its environment byte for byte, its folder and its input', async () => {
    const words = ['a b', '$(id)', ';', '"q"', '*', 'ünï', '\ud800', ''];
    const script =
      'import json, os, sys; print(json.dumps([sys.argv[1:], dict(os.environ), os.getcwd(), sys.stdin.read()]))';
    const env = { ...ENV, HARNESS_NOTIFY_MESSAGE: 'é "quoted" $x\n=', EMPTY: '' };
    const argv = ['/usr/bin/python3', '-S', '-c', script, ...words];
    const { tail } = await run({ argv, env, cwd: folder, stdin: '{"é":1}' }).outcome;
    const whole = words.map((word) => word.toWellFormed());
    expect(JSON.parse(tail ?? '')).toEqual([
      whole,
      expect.objectContaining(env),
      folder,
      '{"é":1}',
    ]);
  });

  it('makes its mark by itself, before it begins, and keeps nothing of it', async () => {
    const mark = join(folder, 'mark');
    const end = shell(`stat -c '%s %a' ${mark}; readlink /proc/$$/fd/* | grep -c ${mark}`, {
      mark,
    });
    expect(existsSync(mark)).toBe(true);
    expect((await end.outcome).tail).toBe('0 600\n0\n');
    rmSync(mark);
    const unmarked = request(['/bin/true'], { mark: join(folder, 'no/such/place') });
    expect(spawn(unmarked)).toBeUndefined();
  });

  it('may stand elsewhere than its first word says', async () => {
    const argv = ['-a name', '-c', 'exit 7'];
    expect(await spawn(request(argv, { program: '/bin/sh' }))?.exit).toMatchObject({ code: 7 });
    const named = spawn(request(['true'], { program: 'here', cwd: folder }));
    expect(named).toBeUndefined();
  });

  it('leads a session of its own, with no signal ignored or blocked', async () => {
    const argv = ['/bin/cat', '/proc/self/stat', '/proc/self/status'];
    const { tail = '' } = await run({ argv, env: ENV, stdin: '' }).outcome;
    const [pid, , , , group, session] = tail.split(' ');
    expect([group, session]).toEqual([pid, pid]);
    const set = (name: string): bigint => BigInt(`0x${tail.match(`${name}:\t(.*)`)?.[1]}`);
    expect(set('SigBlk')).toBe(0n);
    expect(set('SigIgn') & ~SIGNALS_OF_GLIBC).toBe(0n);
  });

  it('gets nothing else that is open here, if it is told of what is not closed on its own', async () => {
    const dup: (fd: number) => number = koffi.load(null).func('int dup(int fd)');
    const terminal = dup(sink);
    const script = `readlink /proc/$$/fd/${terminal} || echo none`;
    try {
      expect((await shell(script).outcome).tail).toBe('/dev/null\n');
      alsoClosed.push(terminal);
      expect((await shell(script).outcome).tail).toBe('none\n');
    } finally {
      alsoClosed.pop();
      closeSync(terminal);
    }
  });

  it('keeps the order of what it prints, and can open its streams by name', async () => {
    const { tail } = await shell('echo 1; echo 2 >/dev/stderr; cat /dev/stdin; echo 4 >&2', {
      stdin: '3\n',
    }).outcome;
    expect(tail).toBe('1\n2\n3\n4\n');
  });

  it('is killed at its deadline with all that it started', async () => {
    const hook = shell('sleep 60 & echo $!; wait', { timeoutMs: 300 });
    const { detail, tail } = await hook.outcome;
    expect(detail).toEqual({ kind: 'timed_out', timeoutMs: 300 });
    await hook.settled;
    expect(isAlive(Number(tail))).toBe(false);
  });

  it('is collected, beside those that Node starts, when many end at once', async () => {
    const codes = Array.from({ length: 60 }, (_, index) => index);
    const others = codes.map((code) =>
      promisify(execFile)('/bin/sh', ['-c', `exit ${code}`]).then(
        () => 0,
        (error: { code: number }) => error.code,
      ),
    );
    const ours = codes.map(async (code) => {
      const exit = await spawn(request(['/bin/sh', '-c', `exit ${code}`]))?.exit;
      return exit?.code;
    });
    expect(await Promise.all(ours)).toEqual(codes);
    expect(await Promise.all(others)).toEqual(codes);
    expect(defunctChildren()).toEqual([]);
  });

  it('was never started by Node after all', () => {
    expect(byNode).toBe(0);
  });
});

it('hears of an end that somebody else has collected', async () => {
  const waitpid: (pid: number, status: Buffer, options: number) => number = koffi
    .load(null)
    .func('int waitpid(int pid, void *status, int options)');
  const leader = spawn(request(['/bin/true']));
  expect(waitpid(leader?.pid ?? 0, Buffer.alloc(4), 0)).toBe(leader?.pid);
  expect(await leader?.exit).toEqual({ code: 255, signal: null });
});

describe('what cannot be started without a fork', () => {
  const unlucky: readonly [string, LeaderRequest][] = [
    ['no file', request(['/no/such/program'])],
    ['a folder', request(['/tmp'])],
    ['a name without a folder, also where one stands', request(['here'], { cwd: folder })],
    ['a NUL in an argument', request(['/bin/true', 'a\0b'])],
    ['a NUL in a variable', request(['/bin/true'], { env: { A: 'a\0b' } })],
    ['a NUL in the program', request(['sh'], { program: '/bin/true\0x' })],
    ['a NUL in the working folder', request(['/bin/true'], { cwd: '/tmp\0/x' })],
    ['a NUL in the mark', request(['/bin/true'], { mark: '/tmp/mark\0/x' })],
    ['streams that are standard streams', request(['/bin/true'], { streams: [sink, 2, 1] })],
    ['no such working folder', request(['/bin/true'], { cwd: '/no/such/folder' })],
    ['more than the system takes', request(['/bin/true', 'x'.repeat(200_000)])],
    ['far more than that', request(['/bin/true', ...Array(40).fill('x'.repeat(100_000))])],
    ['a stream that is not open', request(['/bin/true'], { streams: [sink, sink, 1 << 20] })],
    ['no program', request([])],
  ];
  it.each(unlucky)('is left to Node, and nothing of it stays: %s', (_, wanted) => {
    const before = descriptors();
    expect(spawn(wanted)).toBeUndefined();
    expect(descriptors()).toEqual(before);
    expect(defunctChildren()).toEqual([]);
  });

  it('ends as it does with Node: a script without an interpreter line is run by sh', async () => {
    const path = join(folder, 'bare');
    await writeFile(path, 'echo ran by sh; exit 3\n', { mode: 0o755 });
    const end = await run({ argv: [path], env: ENV, stdin: '' }).outcome;
    expect(end).toMatchObject({ detail: { kind: 'exited', code: 3 }, tail: 'ran by sh\n' });
    expect(byNode).toBe(1);
  });

  it('says why in the words that Node gives', async () => {
    const argv = ['/no/such/program'];
    const { detail } = await run({ argv, env: ENV, stdin: '' }).outcome;
    expect(detail).toMatchObject({ kind: 'not_started', code: 'ENOENT' });
  });
});

it('takes as much text as the system does', async () => {
  const env = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`V${index}`, 'x'.repeat(100_000)]),
  );
  const exit = spawn(request(['/usr/bin/env'], { env }))?.exit;
  expect(await exit).toEqual({ code: 0, signal: null });
});

function isAlive(pid: number): boolean {
  const stat = statOf(`${pid}`);
  return stat !== undefined && !stat.includes(') Z ');
}

function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
}

function descriptors(): readonly string[] {
  return readdirSync('/proc/self/fd').sort();
}

function defunctChildren(): readonly string[] {
  return readdirSync('/proc').filter((pid) => statOf(pid)?.includes(`) Z ${process.pid} `));
}
