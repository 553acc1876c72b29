import { readdirSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { notification, open, throwawayFolder } from './throwaway-store.ts';

describe('a sync', () => {
  it('answers that what was written is on the disk', async () => {
    const { store } = open(throwawayFolder());
    store.enqueue(notification('n1'));
    await expect(store.sync()).resolves.toBe(true);
  });

  it('is shared by all who ask while one runs, and is not the one that runs', async () => {
    const { store } = open(throwawayFolder());
    const [running, second, third] = [store.sync(), store.sync(), store.sync()];
    expect(second).not.toBe(running);
    expect(third).toBe(second);
    await expect(Promise.all([running, second, third])).resolves.toEqual([true, true, true]);
    await expect(store.sync()).resolves.toBe(true);
  });

  it('promises nothing of what is only in memory', async () => {
    const folder = throwawayFolder();
    const { store, troubles } = open(folder);
    const other = new DatabaseSync(join(folder, 'harness.db'));
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    store.enqueue(notification('n1'));
    await expect(store.sync()).resolves.toBe(false);
    expect(troubles.map(({ kind }) => kind)).toEqual(['memory']);
  });

  it('says so when it cannot be done', async () => {
    const folder = throwawayFolder();
    const { store, troubles } = open(folder);
    rmSync(join(folder, 'harness.db-wal'));
    await expect(store.sync()).resolves.toBe(false);
    expect(troubles).toMatchObject([
      { kind: 'sync_failed', reason: expect.stringContaining('harness.db-wal') },
    ]);
    expect(store.health()).toMatchObject({ state: 'durable', failures: 1 });
  });

  it('promises nothing of a log that was removed after an earlier sync', async () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    await store.sync();
    rmSync(join(folder, 'harness.db-wal'));
    await expect(store.sync()).resolves.toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'is of the new file once the old one has been moved away',
    async () => {
      const folder = throwawayFolder();
      const { store } = open(folder);
      await store.sync();
      for (const end of ['', '-wal', '-shm']) {
        renameSync(join(folder, `harness.db${end}`), join(folder, `moved.db${end}`));
      }
      store.alive(1);
      store.enqueue(notification('n1'));
      await expect(store.sync()).resolves.toBe(true);
      expect(openFiles()).toContain(join(folder, 'harness.db-wal'));
      expect(openFiles()).not.toContain(join(folder, 'moved.db-wal'));
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'leaves no file open when the store is closed',
    async () => {
      const folder = throwawayFolder();
      const { store } = open(folder);
      await store.sync();
      store.close();
      expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
      const { store: again } = open(folder);
      const syncing = again.sync();
      again.close();
      await syncing;
      await expect.poll(() => openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
    },
  );
});

describe('the log', () => {
  it('is moved into the file in a quiet moment, not in a storm', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const sizeBytes = () => statSync(join(folder, 'harness.db')).size;
    const before = sizeBytes();
    for (let number = 0; number < 300; number += 1) {
      store.enqueue(notification(`n${number}`));
    }
    store.alive(1);
    expect(sizeBytes()).toBe(before);
    store.alive(2);
    expect(sizeBytes()).toBeGreaterThan(before);
  });

  it('is moved into the file in a storm that does not end', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const sizeBytes = () => statSync(join(folder, 'harness.db')).size;
    const before = sizeBytes();
    for (let number = 0; number < 2200; number += 1) {
      store.enqueue(notification(`n${number}`));
      if (number % 100 === 0) {
        store.alive(number);
      }
    }
    expect(sizeBytes()).toBeGreaterThan(before);
  });
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // It was the listing's own.
      return [];
    }
  });
}
