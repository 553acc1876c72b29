import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptFolder, scriptFolder } from './script-folder.ts';

let hooks: ScriptFolder;
beforeAll(async () => {
  hooks = await scriptFolder();
});
afterAll(() => hooks[Symbol.asyncDispose]());

describe('the process that runs hooks', () => {
  it('holds no more after a hundred deliveries of each ending than before, and no defunct child', async () => {
    const programs = [
      await hooks.script('exit 0', 'good'),
      await hooks.script('echo no >&2; exit 4', 'bad'),
      await hooks.script('sleep 30 & sleep 30', 'slow'),
      hooks.at('absent'),
    ];
    const { endings, before, after } = await run(
      new URL('programs/endings.ts', import.meta.url),
      '80',
      ...programs,
    );
    expect(endings).toEqual({
      'good exited': 100,
      'bad exited': 100,
      'slow timed_out': 100,
      'absent not_started': 100,
    });
    expect(after).toMatchObject({ descriptors: before.descriptors, defunct: 0 });
    expect(after.memory - before.memory).toBeLessThan(60e6);
  }, 300_000);

  it('needs no more memory for 300 MB of output, and keeps its end', async () => {
    const loud = await hooks.script(
      "head -c 300000000 /dev/zero | tr '\\0' x\nprintf '\\377\\000the end'",
      'loud',
    );
    const { tail, grownBytes } = await run(new URL('programs/loud.ts', import.meta.url), loud);
    expect(tail).toMatch(/^x{2000,}\u{fffd}\0the end$/u);
    expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(2048);
    expect(grownBytes).toBeLessThan(150e6);
  });

  it('survives running out of descriptors, says so, and delivers when there are some again', async () => {
    const details: { kind: string; code: string | number }[] = await runUnder(
      FEW_DESCRIPTORS,
      new URL('programs/descriptors.ts', import.meta.url),
      await hooks.script('exit 0', 'plain'),
    );
    const codes = new Set(details.map(({ code }) => code));
    expect([...codes]).toEqual(['EMFILE', 0]);
    expect(details.at(-1)).toEqual({ kind: 'exited', code: 0 });
  });

  it('gives the input through a pipe where no file can hold it, and no broken pipe matters', async () => {
    const ends = await runUnder(
      NO_FILES,
      new URL('programs/inputs.ts', import.meta.url),
      await hooks.script('wc -c', 'reads'),
      await hooks.script('exit 0', 'ignores'),
      await hooks.script('exec <&-\nsleep 0.1\nexit 3', 'closes'),
    );
    expect(ends).toEqual([
      ...Array(5).fill({ kind: 'exited', code: 0, tail: '2000000\n' }),
      ...Array(5).fill({ kind: 'exited', code: 0 }),
      ...Array(5).fill({ kind: 'exited', code: 3 }),
    ]);
  });

  it('is kept alive by what a hook left until that has ended, and no longer', async () => {
    const hook = await hooks.script('(sleep 0.5; echo sent) &\nexit 0', 'leaving');
    const startedMs = performance.now();
    await run(new URL('programs/loud.ts', import.meta.url), hook);
    expect(performance.now() - startedMs).toBeGreaterThan(500);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });
});

// A file of any size is one too many for a process that may write none: the input goes through a pipe.
const NO_FILES = ['prlimit', '--fsize=0'];
const FEW_DESCRIPTORS = ['prlimit', '--nofile=64:64'];

async function run(program: URL, ...args: readonly string[]) {
  return await runUnder([], program, ...args);
}

async function runUnder(limit: readonly string[], program: URL, ...args: readonly string[]) {
  const node = [process.execPath, '--conditions=@harness/source', fileURLToPath(program)];
  const [first = '', ...rest] = [...limit, ...node, ...args];
  const { stdout } = await promisify(execFile)(first, rest);
  return JSON.parse(stdout);
}
