import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { STORE_FILE } from '../src/open-store.ts';
import { deliver, notification, open, reopened, throwawayFolder } from './throwaway-store.ts';

it('leaves nothing of a warm-up, neither in memory nor in the file', () => {
  const folder = throwawayFolder();
  const { store } = open(folder);
  deliver(store, 'one', 'ok');
  const log = (): Buffer => readFileSync(join(folder, `${STORE_FILE}-wal`));
  const before = { log: log(), history: store.history({ limit: 9 }) };
  store.warm();
  expect(log().equals(before.log)).toBe(true);
  expect(store.history({ limit: 9 })).toEqual(before.history);
  expect(store.unstarted()).toEqual([]);
  expect(store.enqueue(notification('two')).seq).toBe(2);
  const later = reopened(folder, store);
  expect(later.unstarted().map(({ id }) => id)).toEqual(['two']);
  expect(later.history({ limit: 9 })).toHaveLength(2);
});

it('goes the way of a record, up to its end', () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const { store } = open(throwawayFolder());
  prepare.mockClear();
  store.warm();
  expect(prepare.mock.calls.map(([sql]) => sql.split(' ', 3).join(' '))).toEqual([
    'BEGIN IMMEDIATE',
    'INSERT INTO notification',
    'ROLLBACK',
  ]);
});

it('is no trouble without a disk, nor once the store is closed', () => {
  const file = join(throwawayFolder(), 'file');
  writeFileSync(file, '');
  const { store, troubles } = open(join(file, 'state'));
  const before = troubles.length;
  store.warm();
  expect(store.health().state).toBe('memory');
  expect(troubles).toHaveLength(before);
  store.close();
  expect(() => store.warm()).not.toThrow();
});
