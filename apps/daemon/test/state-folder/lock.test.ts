import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { takeLock } from '../../src/state-folder/lock.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  folders.push(folder);
  return folder;
}

const LOCK = new URL('../../src/state-folder/lock.ts', import.meta.url).href;
const HOLD = `const { takeLock } = await import(${JSON.stringify(LOCK)});
if (!takeLock(process.argv[1])) process.exit(3);
console.log('held');
setInterval(() => {}, 1000);`;

it('is held by one process, also while that one is paused, and free when it is killed', async () => {
  const folder = newFolder();
  const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(takeLock(folder)).toBeUndefined();
  holder.kill('SIGSTOP');
  expect(takeLock(folder)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = takeLock(folder);
  expect(lock).toBeDefined();
  lock?.release();
});

it('can be taken again once it is released', () => {
  const folder = newFolder();
  takeLock(folder)?.release();
  const again = takeLock(folder);
  expect(again).toBeDefined();
  again?.release();
});

it('says what is wrong when the folder is not there', () => {
  expect(() => takeLock('/nonexistent/folder')).toThrow();
});
