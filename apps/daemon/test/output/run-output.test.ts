import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutputPipes } from '@harness/hook-runner';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createBorder } from '../../src/border.ts';
import { type DurableLog, openDurableLog } from '../../src/output/durable-log.ts';
import { openRunOutput, type RunOutput } from '../../src/output/run-output.ts';
import type { HarnessProcess } from '../../src/process/harness-process.ts';
import { spawnProcess } from '../../src/process/spawn-process.ts';

const pipesFolder = mkdtempSync(join(tmpdir(), 'harness-pipes-'));
const pipes = openOutputPipes(pipesFolder);
afterAll(() => rmSync(pipesFolder, { recursive: true }));

let folder: string;
let log: DurableLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-output-'));
  log = openDurableLog({ folder, file: 'a.log', wallMs: Date.now });
});
afterEach(() => rmSync(folder, { recursive: true }));

// Made at run time: scanners of repositories take it for a real one.
const TOKEN = ['ghp', 'Ab3dEf9hIjKlMnOpQrStUvWxYz0123456789'].join('_');
const TTY = { cols: 120, rows: 40 };
const BOTH = [
  { name: 'pipes', tty: false },
  { name: 'a terminal', tty: TTY },
] as const;

it.each(BOTH)(
  'has the true last line of 200 fast exits of 200, on $name',
  { timeout: 600_000 },
  async ({ tty }) => {
    const wrong: unknown[] = [];
    for (let run = 0; run < 200; run += 1) {
      const count = run % 50 === 0 ? 300_000 : [1, 14_000][run % 2];
      const { output } = await finished(
        `seq 1 ${count}; echo "LAST: token ${run} expired"; exit 1`,
        tty,
      );
      if (output.lastLine() !== `LAST: token ${run} expired`) {
        wrong.push(output.lastLine());
      }
    }
    expect(wrong).toEqual([]);
  },
);

it('takes nothing of an earlier run and nothing that the daemon wrote for a last line', async () => {
  await finished('echo from an earlier run');
  log.note('started');
  const { output } = await finished('exit 1');
  log.note('exited');
  expect(output.lastLine()).toBeUndefined();
});

it('writes only what the border admits, however a secret is split', async () => {
  const { output } = await finished(
    `printf 'key ${TOKEN.slice(0, 20)}'; sleep 0.5; echo '${TOKEN.slice(20)} used'; printf ${TOKEN}`,
  );
  await log.flush();
  expect(readFileSync(log.path, 'utf8')).toBe('key [REDACTED] used\n[REDACTED]\n');
  expect(output.lastLine()).toBe('[REDACTED]');
});

it.each([1, 7, 64, 1000])(
  'does not let a secret through at the cut of an overlong line, %i bytes before it',
  async (before) => {
    const line = `${'word '.repeat(20_000).slice(0, 65_536 - before - 1)} ${TOKEN} and more\n`;
    const output = openRunOutput({ log, border: createBorder({}).forRun({}) });
    output.push(Buffer.from(line));
    await output.end();
    await log.flush();
    const written = readFileSync(log.path, 'utf8');
    expect(written).toContain('[REDACTED] and more');
    expect(written).not.toMatch(/Ab3dEf9h|tUvWxYz/);
    expect(output.lastLine()).toMatch(/^word word/);
  },
);

it('holds a loud run back while its log is slow and loses nothing', async () => {
  log = openDurableLog({ folder, file: 'a.log', wallMs: Date.now, pendingBytes: 10_000 });
  const { output } = await finished('seq 1 400000; echo LAST');
  await log.flush();
  expect(output.lastLine()).toBe('LAST');
  expect(log.lostBytes).toBe(0);
  expect(statSync(log.path).size).toBe(2_688_895 + 5);
});

it('goes on without a disk', async () => {
  writeFileSync(join(folder, 'file'), '');
  log = openDurableLog({ folder: join(folder, 'file/logs'), file: 'a.log', wallMs: Date.now });
  const { output } = await finished('seq 1 100000; echo LAST; exit 1');
  expect(output.lastLine()).toBe('LAST');
  await log.flush();
  expect(log.lostBytes).toBe(588_895 + 5);
});

it('survives bytes that are no text at full speed', { timeout: 600_000 }, async () => {
  const { output } = await finished('head -c 4000000 /dev/urandom; printf "\\nLAST\\n"');
  expect(output.lastLine()).toBe('LAST');
});

it('does not grow with a line of 100 MB', { timeout: 600_000 }, async () => {
  const before = process.memoryUsage().rss;
  const { output } = await finished(
    'printf "start of it "; head -c 100000000 /dev/zero | tr "\\0" x; exit 3',
  );
  expect(output.lastLine()).toMatch(/^start of it/);
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
});

it('pauses a source that is attached late', async () => {
  log = openDurableLog({ folder, file: 'a.log', wallMs: Date.now, pendingBytes: 10 });
  const output = openRunOutput({ log, border: createBorder({}).forRun({}) });
  const calls: string[] = [];
  output.push(Buffer.from('more than ten bytes\n'));
  output.attach({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
  expect(calls).toEqual(['pause']);
  await log.flush();
  expect(calls).toEqual(['pause', 'resume']);
});

async function finished(
  script: string,
  tty: false | typeof TTY = false,
): Promise<{ output: RunOutput; process: HarnessProcess }> {
  const output = openRunOutput({ log, border: createBorder({}).forRun({}) });
  const result = await spawnProcess(
    { argv: ['sh', '-c', script], cwd: folder, env: { PATH: '/usr/bin:/bin' }, tty },
    { pipes, nowMs: () => performance.now() },
    (chunk) => output.push(chunk),
  );
  if (result.kind === 'not_started') {
    throw new Error(result.reason);
  }
  output.attach(result.process);
  await result.process.drained;
  await output.end();
  await result.process.gone();
  return { output, process: result.process };
}
