import { mkdir, open, writeFile } from 'node:fs/promises';
import { runHook } from '@harness/hook-runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptFolder, scriptFolder } from './script-folder.ts';

let hooks: ScriptFolder;
beforeAll(async () => {
  hooks = await scriptFolder();
  await hooks.script('exit 0', 'good');
  await hooks.script('#!/bin/sh\r\nexit 0\r\n', 'crlf');
  await writeFile(hooks.at('plain'), 'exit 0\n', { mode: 0o644 });
  await mkdir(hooks.at('folder'));
});
afterAll(() => hooks[Symbol.asyncDispose]());

describe('a program that cannot be started', () => {
  const huge = { BIG: 'x'.repeat(200_000) };
  const cases = [
    { says: 'a missing file', name: 'absent', code: 'ENOENT', reason: /absent does not exist$/ },
    { says: 'a folder', name: 'folder', code: 'EACCES', reason: /is a folder/ },
    { says: 'no run bit', name: 'plain', code: 'EACCES', reason: /not executable/ },
    { says: 'a carriage return', name: 'crlf', code: 'ENOENT', reason: /interpreter line.*\\r/ },
    {
      says: 'a missing folder to work in',
      name: 'good',
      rest: { cwd: '/no/where' },
      code: 'ENOENT',
      reason: /working folder \/no\/where/,
    },
    {
      says: 'a variable that is too long',
      name: 'good',
      rest: { env: huge },
      code: 'E2BIG',
      reason: /larger than/,
    },
    {
      says: 'a NUL in a variable',
      name: 'good',
      rest: { env: { SECRET: 'to\0ken' } },
      code: 'ERR_INVALID_ARG_VALUE',
      reason: /NUL/,
    },
    {
      says: 'no program at all',
      name: 'good',
      rest: { argv: [] },
      code: 'ERR_INVALID_ARG_VALUE',
      reason: /no name/,
    },
  ];
  it.each(cases)('is not_started for $says', async ({ name, rest, code, reason }) => {
    const hook = runHook(hooks.command(hooks.at(name), rest));
    const { detail, durationMs, tail } = await hook.outcome;
    expect(detail).toEqual({ kind: 'not_started', code, reason: expect.stringMatching(reason) });
    expect([hook.pid, tail]).toEqual([undefined, undefined]);
    expect(durationMs).toBeGreaterThanOrEqual(0);
    await hook.settled;
  });

  it('never quotes an argument or a variable', async () => {
    const argv = [hooks.at('absent'), 'very-private'];
    const { detail } = await runHook(hooks.command(hooks.at('absent'), { argv })).outcome;
    expect(JSON.stringify(detail)).not.toContain('very-private');
  });
});

describe('a file that is open for writing', () => {
  it('is tried again until the writer is done', async () => {
    const writer = await open(await hooks.script('echo ran', 'busy'), 'r+');
    const hook = runHook(hooks.command(hooks.at('busy')));
    setTimeout(() => writer.close(), 200);
    expect(await hook.outcome).toMatchObject({
      detail: { kind: 'exited', code: 0 },
      tail: 'ran\n',
    });
    expect(hook.pid).toBeGreaterThan(0);
    await hook.settled;
  });

  it('is given up after about a second', async () => {
    await using writer = await open(await hooks.script('echo ran', 'stuck'), 'r+');
    const { detail, durationMs } = await runHook(hooks.command(hooks.at('stuck'))).outcome;
    expect(detail).toMatchObject({ kind: 'not_started', code: 'ETXTBSY' });
    expect(durationMs).toBeGreaterThanOrEqual(900);
    expect(durationMs).toBeLessThan(10_000);
    expect(writer.fd).toBeGreaterThan(0);
  });

  it('is given up at once when the run is cancelled', async () => {
    await using writer = await open(await hooks.script('echo ran', 'dropped'), 'r+');
    const hook = runHook(hooks.command(hooks.at('dropped')));
    hook.cancel(0);
    expect((await hook.outcome).detail.kind).toBe('cancelled');
    expect(writer.fd).toBeGreaterThan(0);
    await hook.settled;
  });
});
