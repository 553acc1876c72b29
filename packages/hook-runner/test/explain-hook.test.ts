import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { explainHook } from '@harness/hook-runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptFolder, scriptFolder } from './script-folder.ts';

let hooks: ScriptFolder;
beforeAll(async () => {
  hooks = await scriptFolder();
  await mkdir(hooks.at('folder'));
  await symlink('nowhere', hooks.at('link'));
  await copyFile('/bin/true', hooks.at('binary'));
  await hooks.script('exit 0', 'good');
  await symlink('good', hooks.at('good-link'));
});
afterAll(() => hooks[Symbol.asyncDispose]());

describe('what a look at a hook finds', () => {
  it.each(['good', 'good-link', 'binary'])('is nothing for a %s program', async (name) => {
    expect(await explainHook(hooks.at(name), '/bin')).toEqual([]);
  });

  it.each([
    { path: 'absent', code: 'missing', message: 'absent does not exist' },
    { path: 'absent/hook', code: 'missing', message: 'nor does the folder' },
    { path: 'good/hook', code: 'missing', message: 'does not exist' },
    { path: 'link', code: 'dangling_link', message: 'a link to nowhere, which does not exist' },
    { path: 'folder', code: 'not_a_file', message: 'folder is a folder' },
    { path: 'x'.repeat(300), code: 'unreachable', message: '(ENAMETOOLONG)' },
  ])('is $code', async ({ path, code, message }) => {
    expect(await explainHook(hooks.at(path), '/bin')).toEqual([
      { level: 'error', code, message: expect.stringContaining(message) },
    ]);
  });

  const texts = [
    {
      text: '#!/bin/sh\r\nexit 0\r\n',
      level: 'error',
      code: 'interpreter_carriage_return',
      message: '/bin/sh\\r',
    },
    {
      text: '#!/bin/sh -e\r\nexit 0\r\n',
      level: 'error',
      code: 'interpreter_carriage_return',
      message: '/bin/sh -e\\r',
    },
    {
      text: '#!/usr/bin/env node\r\n',
      level: 'error',
      code: 'interpreter_carriage_return',
      message: 'env node\\r',
    },
    {
      text: '#!/opt/no/python\n',
      level: 'error',
      code: 'interpreter_missing',
      message: '/opt/no/python, which does not exist',
    },
    {
      text: '#!/etc/passwd\n',
      level: 'error',
      code: 'interpreter_not_executable',
      message: 'may not be run',
    },
    {
      text: '#!/usr/bin/env no-such-node\n',
      level: 'error',
      code: 'interpreter_not_on_path',
      message: '"no-such-node" is not found on PATH (/usr/bin:/bin)',
    },
    {
      text: '#!/usr/bin/env sh -e\n',
      level: 'error',
      code: 'interpreter_not_on_path',
      message: '"sh -e" is not found',
    },
    {
      text: '#!/usr/bin/env -S A=1 no-such-node --x\n',
      level: 'error',
      code: 'interpreter_not_on_path',
      message: '"no-such-node"',
    },
    { text: '', level: 'warn', code: 'empty', message: 'does nothing' },
    { text: 'exit 0\n', level: 'warn', code: 'no_interpreter_line', message: 'sh runs it' },
    { text: '#!\nexit 0\n', level: 'warn', code: 'no_interpreter_line', message: 'sh runs it' },
    {
      text: '\u{feff}#!/bin/sh\n',
      level: 'warn',
      code: 'byte_order_mark',
      message: 'byte-order mark',
    },
  ];
  it.each(texts)('is $code for $text', async ({ text, level, code, message }) => {
    const path = hooks.at(`text-${texts.findIndex((one) => one.text === text)}`);
    await writeFile(path, text, { mode: 0o755 });
    expect(await explainHook(path, '/usr/bin:/bin')).toEqual([
      { level, code, message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    '#!/bin/sh',
    '#! /bin/sh -e',
    '#!/usr/bin/env sh',
    '#!/usr/bin/env -S sh -e',
    '#!/usr/bin/env -i',
  ])('is nothing for the interpreter line %s', async (line) => {
    expect(await explainHook(await hooks.script(`${line}\nexit 0\n`, 'line'), undefined)).toEqual(
      [],
    );
  });

  it('is a warning beside an error when everybody may change it and nobody may run it', async () => {
    const path = await hooks.script('exit 0', 'loose');
    await chmod(path, 0o666);
    const findings = await explainHook(path, '/bin');
    expect(findings.map(({ level, code }) => [level, code])).toEqual([
      ['error', 'not_executable'],
      ['warn', 'writable_by_others'],
    ]);
  });
});

// Another user cannot be played by root alone, and root is what may play another user.
describe.skipIf(process.getuid?.() !== 0)('for a user who is not root, a look', () => {
  it('names the folder that may not be entered', async () => {
    await mkdir(hooks.at('closed/inner'), { recursive: true });
    await hooks.script('exit 0', 'closed/inner/hook');
    await chmod(hooks.dir, 0o755);
    await chmod(hooks.at('closed'), 0o700);
    expect(await explainAsNobody('closed/inner/hook')).toEqual([
      expect.objectContaining({
        code: 'unreadable_parent',
        message: expect.stringContaining(`${hooks.at('closed')}, which this user may not enter`),
      }),
    ]);
  });

  it('sees a run bit that is meant for somebody else, and a script that cannot be read', async () => {
    await chmod(await hooks.script('exit 0', 'owners'), 0o711);
    await chmod(await hooks.script('exit 0', 'others'), 0o744);
    const codes = [await explainAsNobody('owners'), await explainAsNobody('others')].map((found) =>
      found.map(({ code }) => code),
    );
    expect(codes).toEqual([['unreadable'], ['not_executable']]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('on a file system mounted noexec, a look', () => {
  it('names the mount', async ({ skip, onTestFinished }) => {
    const mount = hooks.at('mount point');
    await mkdir(mount);
    const run = promisify(execFile);
    await run('mount', ['-t', 'tmpfs', '-o', 'noexec', 'none', mount]).catch(() => skip());
    onTestFinished(async () => {
      await run('umount', [mount]);
    });
    await hooks.script('exit 0', 'mount point/hook');
    expect(await explainHook(`${mount}/hook`, '/bin')).toEqual([
      expect.objectContaining({
        code: 'noexec_mount',
        message: expect.stringContaining(`on ${mount},`),
      }),
    ]);
  });
});

async function explainAsNobody(name: string): Promise<{ code: string; message: string }[]> {
  const program = new URL('programs/explain.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@harness/source', program, hooks.at(name)],
    { uid: 65_534, gid: 65_534 },
  );
  return JSON.parse(stdout);
}
