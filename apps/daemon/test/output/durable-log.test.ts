import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DurableLogOptions, openDurableLog } from '../../src/output/durable-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const WALL_MS = Date.UTC(2026, 10, 30, 3, 15, 28, 123);

it('writes lines and notes in order', async () => {
  const log = open();
  log.append('one');
  log.note('started\nas pid 7');
  log.append('two\nthree');
  await log.flush();
  expect(read()).toBe('one\n[harness] 2026-11-30T03:15:28.123Z started as pid 7\ntwo\nthree\n');
});

it('goes on with a line that was left open, and closes it before a note', async () => {
  const log = open();
  const write = async (text: string): Promise<void> => {
    log.write(Buffer.from(text));
    await log.flush();
  };
  await write('one\nName: ');
  expect(read()).toBe('one\nName: ');
  await write('x\nCode: ');
  log.note('exited with 1');
  log.append('two');
  log.write(new Uint8Array(0));
  await log.flush();
  expect(read()).toBe(
    'one\nName: x\nCode: \n[harness] 2026-11-30T03:15:28.123Z exited with 1\ntwo\n',
  );
});

it('keeps its files to the user', async () => {
  const log = open({ folder: join(folder, 'logs/deep') });
  log.append('x');
  await log.flush();
  expect(statSync(join(folder, 'logs/deep')).mode & 0o777).toBe(0o700);
  expect(statSync(log.path).mode & 0o777).toBe(0o600);
});

it('touches no file before the first line and holds none open afterwards', async () => {
  const log = open();
  expect(readdirSync(folder)).toEqual([]);
  log.append('x');
  await log.flush();
  expect(openFiles(log.path)).toEqual([]);
});

it('rotates before a file grows over the limit and keeps five', async () => {
  const log = open({ rotateBytes: 100 });
  for (let number = 10; number < 90; number += 1) {
    log.append(`${number} ${'x'.repeat(40)}`);
    await log.flush();
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    'a.log',
    ...[1, 2, 3, 4, 5].map((number) => `a.log.${number}`),
  ]);
  expect(readdirSync(folder).every((name) => statSync(join(folder, name)).size <= 100)).toBe(true);
  const newestFirst = ['a.log', 'a.log.1', 'a.log.5'].map((name) => read(name).slice(0, 2));
  expect(newestFirst).toEqual(['88', '86', '78']);
});

it('appends to what an earlier daemon wrote, on a line of its own', async () => {
  writeFileSync(join(folder, 'a.log'), 'cut of');
  const log = open();
  log.append('next');
  await log.flush();
  log.append('after');
  await log.flush();
  expect(read()).toBe('cut of\nnext\nafter\n');
});

it('begins a new file when somebody removed it', async () => {
  const log = open();
  log.append('one');
  await log.flush();
  rmSync(log.path);
  log.append('two');
  await log.flush();
  expect(read()).toBe('two\n');
});

it('is full above its limit and has room again once that is written', async () => {
  const log = open({ pendingBytes: 1000 });
  log.append('x'.repeat(900));
  expect(log.full).toBe(false);
  log.append('x'.repeat(900));
  expect(log.full).toBe(true);
  await log.room();
  expect(log.full).toBe(false);
});

it('gives up what a caller adds without regard to its limit, and says how much', async () => {
  const log = open({ pendingBytes: 1000 });
  for (let count = 0; count < 10; count += 1) {
    log.append('x'.repeat(999));
  }
  expect(log.lostBytes).toBe(5000);
  await log.flush();
  expect(statSync(log.path).size).toBe(
    5000 + note('5000 bytes of output were lost: too much at once').length,
  );
});

it('says once that it cannot write and once that it can again', async () => {
  mkdirSync(join(folder, 'a.log'));
  const troubles: (string | undefined)[] = [];
  const log = open({ onTrouble: (error) => troubles.push(error?.message.split(':')[0]) });
  log.append('lost');
  await log.flush();
  log.append('lost too');
  await log.flush();
  expect(troubles).toEqual(['EISDIR']);
  expect(log.lostBytes).toBe(14);

  rmSync(join(folder, 'a.log'), { recursive: true });
  await expect
    .poll(
      async () => {
        log.append('kept');
        await log.flush();
        return troubles.length;
      },
      { timeout: 5000 },
    )
    .toBe(2);
  expect(troubles).toEqual(['EISDIR', undefined]);
  expect(read()).toMatch(/^\[harness\] \S+ \d+ bytes of output were lost: EISDIR\nkept\n$/);
});

it('tells its listeners of every write, until they leave', async () => {
  const log = open();
  const seen: string[] = [];
  const leave = log.onAppended(() => seen.push(read()));
  log.append('one');
  await log.flush();
  leave();
  log.append('two');
  await log.close();
  log.append('too late');
  await log.flush();
  expect(seen).toEqual(['one\n']);
  expect(read()).toBe('one\ntwo\n');
});

function open(options: Partial<DurableLogOptions> = {}) {
  return openDurableLog({ folder, file: 'a.log', wallMs: () => WALL_MS, ...options });
}

function read(name = 'a.log'): string {
  return readFileSync(join(folder, name), 'utf8');
}

function note(text: string): string {
  return `[harness] 2026-11-30T03:15:28.123Z ${text}\n`;
}

function openFiles(path: string): string[] {
  return readdirSync('/proc/self/fd').filter((fd) => {
    const link = statSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false });
    const file = statSync(path);
    return link?.ino === file.ino && link.dev === file.dev;
  });
}
