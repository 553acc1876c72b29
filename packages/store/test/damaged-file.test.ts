import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { deliver, NOW_MS, notification, open, throwawayFolder } from './throwaway-store.ts';

const STAMP = 'corrupt-20260925T201516Z';

function withStore(): { readonly folder: string; readonly path: string } {
  const folder = throwawayFolder();
  const { store } = open(folder);
  store.saveIntent('a', { wanted: false, by: 'operator', why: 'stop', atMs: NOW_MS });
  store.together(() => {
    for (let number = 1; number <= 200; number += 1) {
      deliver(store, `n${number}`, 'ok', { payload: () => ({ filler: 'x'.repeat(500) }) });
    }
  });
  store.close();
  return { folder, path: join(folder, 'harness.db') };
}

/** As a crash leaves it: nobody said goodbye, and the log still holds something. */
function crashed(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('UPDATE meta SET clean = 0');
  database.close();
}

describe('a damaged file', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    ['is empty', (path) => writeFileSync(path, ''), /empty/],
    ['is all NULs', (path) => writeFileSync(path, Buffer.alloc(4_096)), /not a database/],
    ['is noise', (path) => writeFileSync(path, 'noise'.repeat(140)), /not a database/],
    [
      'is nothing but the first words of a database',
      (path) => writeFileSync(path, 'SQLite format 3\0'.repeat(40)),
      /header is torn/,
    ],
    ['ends within its head', (path) => truncateSync(path, 60), /not a database/],
    ['ends in the middle', (path) => truncateSync(path, 20_480), /malformed|hang together/],
    ['is a folder', replaceByFolder, /not a file/],
    ['is another database', replaceByOther, /not a store/],
    ['is another database of the same version', (path) => replaceByOther(path, 1), /no such table/],
    ['has lost a table', (path) => change(path, 'DROP TABLE run'), /no such table/],
    ['has lost its only row', (path) => change(path, 'DELETE FROM meta'), /numbering/],
    ['has a torn page after a crash', tearPage, /malformed|hang together/],
    ['is gone but for its log', leaveOnlyLog, /missing beside its write-ahead log/],
  ])('that %s is moved aside and begun anew', (_, damage, reason) => {
    const { folder, path } = withStore();
    damage(path);
    const damaged = readIfFile(path);
    const { store, troubles } = open(folder);
    const movedTo = `${path}.${STAMP}`;
    expect(store.opened).toEqual({
      kind: 'moved_aside',
      movedTo,
      reason: expect.stringMatching(reason),
    });
    expect(troubles).toMatchObject([{ kind: 'moved_aside', movedTo }]);
    expect(readIfFile(movedTo)?.equals(damaged ?? Buffer.alloc(0)) ?? true).toBe(true);
    expect(store.health()).toMatchObject({ state: 'durable', backlog: 0 });
    expect(store.harnesses().size).toBe(0);
    expect(store.openedAfter()).toEqual({ clean: false });
    expect(store.enqueue(notification('n1')).seq).toBe(1);
    store.close();
    expect(open(folder).store.unstarted()).toHaveLength(1);
  });

  it('begins another numbering, of notifications and of runs', () => {
    const { folder, path } = withStore();
    const { store: before } = open(folder);
    before.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    before.close();
    writeFileSync(path, '');
    const { store } = open(folder);
    expect(store.storeId).not.toBe(before.storeId);
    expect(store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS })).toBe(
      NOW_MS / 1_000 + 1,
    );
    store.close();
    const runId = open(folder).store.beginRun({ harness: 'b', trigger: 'operator', atMs: NOW_MS });
    expect(runId).toBe(NOW_MS / 1_000 + 1);
  });

  it('takes its log with it, and never the place of an earlier one', () => {
    const { folder, path } = withStore();
    for (const name of ['', '-wal', '-shm']) {
      writeFileSync(path + name, `first${name}`);
    }
    open(folder).store.close();
    writeFileSync(path, 'second');
    const { store } = open(folder);
    expect(store.opened).toMatchObject({ movedTo: `${path}.${STAMP}-2` });
    expect(readFileSync(`${path}.${STAMP}-wal`, 'utf8')).toBe('first-wal');
    expect(readFileSync(`${path}.${STAMP}-shm`, 'utf8')).toBe('first-shm');
    expect(readFileSync(`${path}.${STAMP}`, 'utf8')).toBe('first');
  });

  it('is none when an earlier start died while it made the first store', () => {
    const folder = throwawayFolder();
    writeFileSync(join(folder, 'harness.db.new'), 'half of a store');
    writeFileSync(join(folder, 'harness.db.new-wal'), 'half of a log');
    const { store } = open(folder);
    expect(store.opened).toEqual({ kind: 'created' });
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('that turns out to be damaged while it is in use costs history, nothing that goes on', () => {
    const { folder, path } = withStore();
    const { store, troubles } = open(folder);
    store.enqueue(notification('n1'));
    store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    const other = new DatabaseSync(path);
    other.exec('DROP TABLE run');
    other.close();
    expect(store.endRun('a', 1, { outcome: 'success', atMs: NOW_MS })).toBe(true);
    expect(store.health().state).toBe('memory');
    expect(store.retry()).toBe(true);
    expect(troubles.map(({ kind }) => kind)).toEqual(['memory', 'moved_aside', 'durable']);
    const { storeId } = store;
    store.close();
    const next = open(folder).store;
    expect(next.storeId).toBe(storeId);
    expect(next.unstarted()).toMatchObject([{ id: 'n1', seq: 201 }]);
    expect(next.harnesses().get('a')?.intent?.by).toBe('operator');
    expect(next.runs({ limit: 9 })).toMatchObject([{ runId: 1, outcome: 'success' }]);
    expect(next.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS })).toBeGreaterThan(1);
    expect(next.beginRun({ harness: 'b', trigger: 'operator', atMs: NOW_MS })).toBe(
      NOW_MS / 1_000 + 1,
    );
    expect(next.lastDeliveries().recent).toHaveLength(10);
  });

  it('is found out by the page that is needed, where the file is too large to look at all', () => {
    const { folder, path } = withStore();
    const { store: before } = open(folder);
    for (let number = 1; number <= 17; number += 1) {
      deliver(before, `large${number}`, 'ok', { payload: () => ({ it: 'x'.repeat(1_000_000) }) });
    }
    before.close();
    tearIndex(path, 'notification_window');
    const { store, troubles } = open(folder);
    expect(store.opened).toEqual({ kind: 'opened' });
    const held = { harness: 'a', event: 'failed', reason: 'unwanted', window: 1 } as const;
    store.heldBack({ ...held, atMs: NOW_MS });
    store.flushHeld();
    expect(store.retry()).toBe(true);
    expect(troubles.map(({ kind }) => kind)).toEqual(['memory', 'moved_aside', 'durable']);
    expect(store.counts()).toContainEqual({ event: 'failed', result: 'unwanted', count: 1 });
  });

  it('that is deleted under a living daemon comes back with all that goes on', () => {
    const { folder, path } = withStore();
    const { store } = open(folder);
    store.enqueue(notification('n1'));
    for (const name of ['', '-wal', '-shm']) {
      rmSync(path + name);
    }
    store.alive(NOW_MS);
    expect(store.health()).toMatchObject({ state: 'durable', failures: 1 });
    expect(existsSync(path)).toBe(true);
    store.close();
    const next = open(folder).store;
    expect(next.opened).toEqual({ kind: 'opened' });
    expect(next.unstarted()).toMatchObject([{ id: 'n1', seq: 201 }]);
    expect(next.harnesses().size).toBe(1);
  });
});

describe('a file of a newer harness', () => {
  it('is left as it is, and the store goes on in memory', () => {
    const { folder, path } = withStore();
    change(path, 'PRAGMA user_version = 99');
    const bytes = readFileSync(path);
    const { store, troubles } = open(folder);
    expect(store.opened).toEqual({ kind: 'memory', reason: expect.stringContaining('schema 99') });
    expect(troubles).toMatchObject([{ kind: 'memory' }]);
    store.enqueue(notification('n1'));
    expect(store.retry()).toBe(false);
    store.close();
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(['harness.db']);
  });
});

describe('the file', () => {
  it('is private, with all that lies beside it, also when it was not', () => {
    const { folder, path } = withStore();
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    writeFileSync(path, readFileSync(`${path}.copy`), { mode: 0o644 });
    const { store } = open(folder);
    store.enqueue(notification('n1'));
    for (const name of ['', '-wal', '-shm']) {
      expect([name, statSync(path + name).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('is made in a folder that is made, private too', () => {
    const folder = join(throwawayFolder(), 'state', 'harness');
    expect(open(folder).store.opened).toEqual({ kind: 'created' });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

function readIfFile(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function replaceByOther(path: string, version = 0): void {
  rmSync(path);
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE cakes (name); PRAGMA user_version = ${version}`);
  database.close();
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function tearPage(path: string): void {
  crashed(path);
  const bytes = readFileSync(path);
  bytes.fill(0xee, 12 * 4_096, 13 * 4_096);
  writeFileSync(path, bytes);
}

function tearIndex(path: string, name: string): void {
  const database = new DatabaseSync(path);
  const row = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name);
  database.close();
  const bytes = readFileSync(path);
  const end = Number(row?.['rootpage']) * 4_096;
  bytes.fill(0xee, end - 4_096, end);
  writeFileSync(path, bytes);
}

function leaveOnlyLog(path: string): void {
  rmSync(path);
  writeFileSync(`${path}-wal`, 'a log');
}
