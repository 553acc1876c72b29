import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputPipes } from '@harness/hook-runner';
import { expect, it } from 'vitest';
import { startTimeOf } from '../../src/process/process-table.ts';
import { spawnProcess } from '../../src/process/spawn-process.ts';
import { context, folder, SIZE, shell, spawn, startsForkless } from './spawn.ts';

const BOTH = [
  { name: 'pipes', tty: false },
  { name: 'a terminal', tty: SIZE },
] as const;

it('keeps the order of output and errors', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `out ${index}\nerr ${index}\n`).join('');
  const { process, output } = await shell(
    'i=0; while [ $i -lt 200 ]; do echo "out $i"; echo "err $i" >&2; i=$((i+1)); done',
  );
  await process.drained;
  expect(output()).toBe(lines);
});

it.each(['/dev/stderr', '/dev/stdout', '/proc/self/fd/2'])(
  'lets a program open %s',
  async (path) => {
    const { process, output } = await shell(`echo reached > ${path}`);
    expect((await process.exit).exit).toEqual({ kind: 'exited', code: 0 });
    await process.drained;
    expect(output()).toBe('reached\n');
  },
);

it.each(BOTH)('tells how a program ended on $name', async ({ tty }) => {
  const exited = await shell('exit 3', tty);
  const killed = await shell('kill -SEGV $$', tty);
  expect((await exited.process.exit).exit).toEqual({ kind: 'exited', code: 3 });
  expect((await killed.process.exit).exit).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
});

it.each(BOTH)('has the identity that the kernel knows on $name', async ({ tty }) => {
  const { process } = await shell('sleep 60', tty);
  expect(process.startTime).toMatch(/^\d+@/);
  expect(startTimeOf(process.pid)).toBe(process.startTime);
  await process.end(1000);
  expect(startTimeOf(process.pid)).toBeUndefined();
});

it.each(BOTH)(
  'reads all of the output of a program that exits at once, on $name',
  async ({ tty }) => {
    for (const count of [1, 10_000, 200_000]) {
      const { process, output } = await shell(`seq 1 ${count}; printf LAST; exit 1`, tty);
      await process.drained;
      expect(output().slice(-30)).toMatch(new RegExp(`${count}\r?\nLAST$`));
    }
  },
);

it('waits no longer than a quiet pause for output that a background process holds', async () => {
  const { process, output } = await shell('(sleep 30; echo late) & echo done');
  const { endedMs } = await process.exit;
  await process.drained;
  expect(context.nowMs() - endedMs).toBeLessThan(1800);
  expect(output()).toBe('done\n');
});

it('is drained within the bound although a background process never stops printing', async () => {
  const { process } = await shell('(while :; do echo more; sleep 0.05; done) & echo done');
  const { endedMs } = await process.exit;
  await process.drained;
  const waitedMs = context.nowMs() - endedMs;
  expect(waitedMs).toBeGreaterThan(1500);
  expect(waitedMs).toBeLessThan(3500);
});

it('follows a program that closes its output and lives on', async () => {
  const { process, output } = await shell('echo bye; exec >&- 2>&-; sleep 0.3; exit 4');
  expect((await process.exit).exit).toEqual({ kind: 'exited', code: 4 });
  await process.drained;
  expect(output()).toBe('bye\n');
});

it.each(BOTH)('holds the writer back while it is paused on $name', async ({ tty }) => {
  const { process, output } = await shell('seq 1 100000; echo END', tty);
  process.pause();
  const early = output().length;
  await expect(Promise.race([process.exit, turns(50).then(() => 'held')])).resolves.toBe('held');
  expect(output().length).toBeLessThanOrEqual(early + 64 * 1024);
  process.resume();
  await process.drained;
  expect(output()).toMatch(/100000\r?\nEND\r?\n$/);
});

it('makes do with ordinary pipes where no named one can be made', async () => {
  const chunks: string[] = [];
  const pipes: OutputPipes = {
    prime: () => Promise.resolve(),
    takeNow: () => undefined,
    take: () => Promise.resolve(undefined),
    close: () => undefined,
  };
  const result = await spawnProcess(
    { argv: ['sh', '-c', 'seq 1 50000; echo ERR >&2; exit 2'], cwd: '/', env: {}, tty: false },
    { ...context, pipes },
    (chunk) => chunks.push(chunk.toString()),
  );
  const process = result.kind === 'spawned' ? result.process : undefined;
  expect((await process?.exit)?.exit).toEqual({ kind: 'exited', code: 2 });
  await process?.drained;
  expect(chunks.join('').split('\n')).toHaveLength(50_002);
  expect(await process?.gone()).toEqual([]);
});

it('gives every program a session of its own and no input', async () => {
  const { process, output } = await shell('cat; ps -o sid= -p $$');
  await process.drained;
  expect(output().trim()).toBe(String(process.pid));
});

it('gives a terminal its size, its type and what is typed', async () => {
  const { process, output } = await shell(
    'stty size; echo $TERM; read x; echo "got $x"; stty size',
    SIZE,
  );
  await expect.poll(output).toContain('xterm-256color');
  process.resize(80, 25);
  process.write('hello\n');
  await process.drained;
  expect(output().split('\r\n')).toEqual([
    '40 120',
    'xterm-256color',
    'hello',
    'got hello',
    '25 80',
    '',
  ]);
  process.write('too late');
  process.resize(1, 1);
});

it('hides the terminals of others', async () => {
  const { process } = await shell('sleep 60', SIZE);
  const { process: other, output } = await shell('ls -l /proc/self/fd');
  await other.drained;
  expect(output()).toContain('/proc/');
  expect(output()).not.toContain('/dev/ptmx');
  await process.end(1000);
});

it('uses one pipe again and again', async () => {
  for (let run = 0; run < 20; run += 1) {
    const { process } = await shell('echo x');
    await process.gone();
  }
  expect(readdirSync(join(folder, 'pipes')).length).toBeLessThanOrEqual(16);
});

it('starts a program whose file is still being written', async () => {
  const script = join(folder, 'busy');
  const { process: writer } = await shell(
    `cp "$(command -v sleep)" ${script}; exec 9>>${script}; echo open > ${script}.open; sleep 0.4`,
  );
  await expect.poll(() => readdirSync(folder)).toContain('busy.open');
  const result = await spawn({ argv: [script, '0'] });
  expect(result.kind).toBe('spawned');
  await writer.gone();
});

const FAILURES = [
  {
    argv: ['no-such-agent'],
    code: 'ENOENT',
    reason: 'the program no-such-agent was not found in PATH',
  },
  { argv: ['./missing'], code: 'ENOENT', reason: `the program ${folder}/missing does not exist` },
  { argv: [], code: 'ENOENT', reason: 'the program has no name' },
  {
    argv: [join(folder, 'plain')],
    code: 'EACCES',
    reason: `the program ${folder}/plain may not be run: no permission or no run bit`,
  },
  {
    argv: [join(folder, 'sub')],
    code: 'EACCES',
    reason: `the program ${folder}/sub is not a program but a folder or a device`,
  },
  {
    argv: [join(folder, 'crlf')],
    code: 'ENOENT',
    reason: `the program ${folder}/crlf names an interpreter that cannot be run: /bin/sh\\r`,
  },
  {
    argv: ['true'],
    cwd: '/no/such/place',
    code: 'ENOENT',
    reason: 'the workdir /no/such/place does not exist',
  },
  {
    argv: ['true'],
    cwd: join(folder, 'plain'),
    code: 'ENOTDIR',
    reason: `the workdir ${folder}/plain is not a folder`,
  },
];
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'plain'), 'no program');
writeFileSync(join(folder, 'crlf'), '#!/bin/sh\r\nexit 0\r\n');
chmodSync(join(folder, 'crlf'), 0o755);

it.each(BOTH.flatMap((kind) => FAILURES.map((failure) => ({ ...kind, ...failure }))))(
  'says on $name: $reason',
  async ({ code, reason, name: _, ...request }) => {
    expect(await spawn(request)).toEqual({ kind: 'not_started', code, reason });
  },
);

it('says what it cannot pass on', async () => {
  const nul = await spawn({ argv: ['echo', 'a\0b'] });
  const long = await spawn({ argv: ['echo', 'x'.repeat(200_000)] });
  expect(nul).toMatchObject({ kind: 'not_started', code: 'ERR_INVALID_ARG_VALUE' });
  expect(long).toMatchObject({ kind: 'not_started', code: 'E2BIG' });
});

function turns(count: number): Promise<void> {
  return new Promise((resolve) => {
    const turn = (left: number): unknown => (left === 0 ? resolve() : setImmediate(turn, left - 1));
    turn(count);
  });
}

it.each(BOTH)(
  'says that it took a fork to start a program on $name, and not when it did not',
  async ({ tty }) => {
    let forks = 0;
    const counting = { ...context, forked: () => (forks += 1) };
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
    const request = { argv: ['true'], cwd: folder, env, tty };
    await spawnProcess({ ...request, argv: ['/nowhere/to/be/found'] }, counting, () => undefined);
    expect(forks).toBe(0);
    const result = await spawnProcess(request, counting, () => undefined);
    expect(result.kind).toBe('spawned');
    expect(forks).toBe(tty === false && startsForkless() ? 0 : 1);
  },
);

it('takes what waits in a terminal in large pieces', async () => {
  let [largest, total] = [0, 0];
  const argv = ['sh', '-c', 'head -c 2000000 /dev/zero | tr "\\\\0" x'];
  const result = await spawn({ argv, tty: SIZE }, (chunk) => {
    largest = Math.max(largest, chunk.length);
    total += chunk.length;
  });
  await (result.kind === 'spawned' ? result.process.drained : undefined);
  expect(total).toBe(2_000_000);
  // A single read of a terminal gives less.
  expect(largest).toBeGreaterThan(16_384);
});
