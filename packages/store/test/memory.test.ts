import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { waitFor } from '@harness/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../src/index.ts';
import { deliver, NOW_MS, notification, open, throwawayFolder } from './throwaway-store.ts';

/** Another program writes to the file for as long as it likes: every write of ours fails. */
function lock(folder: string): () => void {
  const other = new DatabaseSync(join(folder, 'harness.db'));
  other.exec('BEGIN IMMEDIATE');
  let isOpen = true;
  const release = (): void => {
    if (isOpen) {
      isOpen = false;
      other.close();
    }
  };
  onTestFinished(release);
  return release;
}

const ids = (store: Store): (string | undefined)[] =>
  store.history({ limit: 99 }).map((entry) => (entry.kind === 'notification' ? entry.id : 'held'));

describe('a disk that refuses', () => {
  it('is told of once, with why, and is durable again when it takes what waited', () => {
    const folder = throwawayFolder();
    const { store, troubles } = open(folder);
    const release = lock(folder);
    store.saveGuards('a', { loops: 1 });
    store.saveGuards('a', { loops: 2 });
    store.saveGuards('b', { loops: 1 });
    expect(store.health()).toEqual({
      state: 'memory',
      sinceMs: NOW_MS,
      reason: expect.stringContaining('locked'),
      backlog: 2,
      lost: 0,
      failures: 1,
    });
    expect(store.retry()).toBe(false);
    release();
    expect(store.retry()).toBe(true);
    expect(store.health()).toEqual({
      state: 'durable',
      sinceMs: NOW_MS,
      backlog: 0,
      lost: 0,
      failures: 2,
    });
    expect(troubles).toEqual([
      { kind: 'memory', reason: expect.stringContaining('locked'), atMs: NOW_MS },
      { kind: 'durable', rows: 2, sinceMs: NOW_MS, atMs: NOW_MS },
    ]);
  });

  it('is tried again by itself', async () => {
    const folder = throwawayFolder();
    const { store } = open(folder, { retryMs: 20 });
    const release = lock(folder);
    store.saveGuards('a', {});
    await waitFor('a second refusal', () => store.health().failures > 1);
    release();
    await waitFor('the disk', () => store.health().state === 'durable');
  });

  it('hides nothing: everything is answered as if it had been written', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    deliver(store, 'n1', 'ok');
    store.enqueue(notification('n2'));
    store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    store.heldBack({ harness: 'a', event: 'failed', reason: 'suppressed', window: 1, atMs: 1 });
    store.flushHeld();
    const release = lock(folder);
    store.started('n2', NOW_MS);
    store.finished('n2', { result: 'error', detail: {}, durationMs: 3, atMs: NOW_MS });
    store.heldBack({ harness: 'a', event: 'failed', reason: 'suppressed', window: 1, atMs: 2 });
    store.flushHeld();
    store.enqueue(notification('n3', { memory: { version: 3 } }));
    store.endRun('a', 1, { outcome: 'success', atMs: NOW_MS });
    store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    store.savePark('a', { rule: 'credits', sinceMs: NOW_MS });
    store.recordProcess({ harness: 'a', pid: 4, startTime: 5, startedAtMs: NOW_MS });
    expect(store.prune({ olderThanMs: NOW_MS * 2, keepRows: 0 })).toBe(0);
    expect(store.pruneRuns('a', 1)).toEqual([]);

    const told = () => ({
      history: store.history({ limit: 99 }),
      counts: store.counts(),
      last: store.lastDeliveries(),
      runs: store.runs({ limit: 9 }),
      success: store.runs({ outcome: 'success', limit: 9 }),
      unstarted: store.unstarted(),
      harnesses: store.harnesses(),
      parks: store.parks(),
      processes: store.processes(),
    });
    const inMemory = told();
    expect(store.health().state).toBe('memory');
    expect(ids(store)).toEqual(['n3', 'held', 'n2', 'n1']);
    expect(store.history({ limit: 1 })).toMatchObject([{ id: 'n3' }]);
    expect(store.history({ result: 'error', limit: 9 })).toMatchObject([{ id: 'n2' }]);
    expect(inMemory.counts).toContainEqual({ event: 'failed', result: 'suppressed', count: 2 });
    expect(inMemory.runs.map(({ runId, outcome }) => [runId, outcome])).toEqual([
      [2, undefined],
      [1, 'success'],
    ]);
    release();
    expect(store.retry()).toBe(true);
    expect(told()).toEqual(inMemory);
    store.close();
    const next = open(folder).store;
    expect(next.history({ limit: 99 })).toEqual(inMemory.history);
    expect(next.harnesses().get('a')).toEqual({ memory: { version: 3 } });
  });

  it('begins another numbering with the next notification, and stays with it', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const { storeId } = store.enqueue(notification('n1'));
    const release = lock(folder);
    store.saveGuards('a', {});
    const [second, third] = [store.enqueue(notification('n2')), store.enqueue(notification('n3'))];
    expect(second.storeId).not.toBe(storeId);
    expect([second.seq, third.seq, third.storeId]).toEqual([1, 2, second.storeId]);
    release();
    store.retry();
    store.close();
    const next = open(folder).store;
    expect(next.enqueue(notification('n4'))).toMatchObject({ seq: 3, storeId: second.storeId });
  });

  it('costs the oldest finished rows when it lasts too long, and says how many', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.enqueue(notification('waits'));
    const release = lock(folder);
    store.saveIntent('a', { wanted: true, by: 'operator', why: 'start', atMs: NOW_MS });
    store.enqueue(notification('waits too'));
    for (let number = 1; number <= 5_010; number += 1) {
      deliver(store, `n${number}`, 'ok');
    }
    expect(store.health()).toMatchObject({ lost: 10, backlog: 5_003 });
    release();
    expect(store.retry()).toBe(true);
    store.close();
    const next = open(folder).store;
    expect(next.unstarted().map(({ id }) => id)).toEqual(['waits', 'waits too']);
    expect(next.harnesses().size).toBe(1);
    expect(next.history({ result: 'ok', limit: 9_999 })).toHaveLength(5_000);
  });

  it('may refuse from the start: what the file says is known, and what comes is kept', () => {
    const folder = throwawayFolder();
    const { store: earlier } = open(folder);
    earlier.enqueue(notification('n1'));
    earlier.close();
    const release = lock(folder);
    const { store } = open(folder);
    expect(store.opened).toEqual({ kind: 'opened' });
    expect(store.health().state).toBe('memory');
    store.started('n1', NOW_MS);
    release();
    expect(store.retry()).toBe(true);
    store.close();
    expect(open(folder).store.openStarted()).toMatchObject([{ id: 'n1', seq: 1 }]);
  });

  it('does not keep one row that no disk would take from holding up the others', () => {
    const folder = throwawayFolder();
    const { store, troubles } = open(folder);
    store.together(() => {
      store.saveGuards('a', { loops: 1 });
      store.beginRun({ harness: 'a', trigger: 'x', atMs: Number.NaN });
      store.saveGuards('b', { loops: 1 });
    });
    expect(troubles).toMatchObject([{ kind: 'refused', reason: expect.stringMatching(/NULL/) }]);
    expect(store.health()).toMatchObject({ state: 'durable', lost: 1 });
    store.close();
    expect([...open(folder).store.harnesses().keys()]).toEqual(['a', 'b']);
  });
});

describe('a folder that cannot be used', () => {
  it('means memory from the start, and a new store when it can', () => {
    const parent = throwawayFolder();
    const folder = join(parent, 'state');
    writeFileSync(folder, 'in the way');
    const { store, troubles } = open(folder);
    expect(store.opened).toEqual({
      kind: 'memory',
      reason: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    expect(troubles).toMatchObject([{ kind: 'memory' }]);
    expect(store.openedAfter()).toEqual({ clean: false });
    const { seq, storeId } = store.enqueue(notification('n1'));
    const runId = store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    expect([seq, store.retry()]).toEqual([1, false]);
    rmSync(folder);
    expect(store.retry()).toBe(true);
    store.close();
    const next = open(folder).store;
    expect(next.storeId).toBe(storeId);
    expect(next.unstarted()).toMatchObject([{ id: 'n1', seq: 1 }]);
    expect(next.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS })).toBe(runId + 1);
  });

  it('may come back with an earlier life in it: neither of the two is lost', () => {
    const parent = throwawayFolder();
    const folder = join(parent, 'state');
    const { store: earlier } = open(folder);
    deliver(earlier, 'old', 'ok');
    earlier.enqueue(notification('old waits'));
    earlier.enqueue(notification('old waits too'));
    earlier.saveIntent('a', { wanted: false, by: 'operator', why: 'stop', atMs: NOW_MS });
    earlier.saveGuards('a', { loops: 1 });
    earlier.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    earlier.heldBack({ harness: 'a', event: 'failed', reason: 'unwanted', window: 1, atMs: 1 });
    earlier.close();
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, 'in the way');

    const { store } = open(folder);
    deliver(store, 'new', 'error');
    const { storeId } = store.enqueue(notification('new waits'));
    store.saveGuards('a', { loops: 2 });
    store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    store.heldBack({ harness: 'a', event: 'failed', reason: 'unwanted', window: 1, atMs: 2 });
    store.heldBack({ harness: 'a', event: 'failed', reason: 'unwanted', window: 1, atMs: 2 });
    store.flushHeld();
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect(store.retry()).toBe(true);
    expect(store.enqueue(notification('newest'))).toMatchObject({ seq: 3, storeId });
    store.heldBack({ harness: 'a', event: 'failed', reason: 'unwanted', window: 1, atMs: 3 });
    store.started('new waits', NOW_MS);
    store.close();

    const next = open(folder).store;
    expect(ids(next)).toEqual([
      'newest',
      'held',
      'new waits',
      'new',
      'held',
      'old waits too',
      'old waits',
      'old',
    ]);
    expect(next.counts().find(({ result }) => result === 'unwanted')?.count).toBe(4);
    expect(next.unstarted().map(({ id }) => id)).toEqual(['old waits', 'old waits too', 'newest']);
    expect(next.openStarted().map(({ id }) => id)).toEqual(['new waits']);
    expect(next.harnesses().get('a')).toEqual({
      intent: { wanted: false, by: 'operator', why: 'stop', atMs: NOW_MS },
      guards: { loops: 2 },
    });
    expect(next.runs({ harness: 'a', limit: 9 })).toHaveLength(2);
    expect(next.lastDeliveries().recent.map(({ id }) => id)).toEqual(['new', 'old']);
  });

  it('may go away for a while under a living daemon', () => {
    const folder = join(throwawayFolder(), 'state');
    const { store } = open(folder);
    deliver(store, 'n1', 'ok');
    const release = lock(folder);
    store.enqueue(notification('n2'));
    store.enqueue(notification('n3'));
    release();
    store.retry();
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, 'in the way');
    store.alive(NOW_MS);
    expect(store.health().state).toBe('memory');
    store.started('n2', NOW_MS);
    expect(ids(store)).toEqual(['n2']);
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect(store.retry()).toBe(true);
    expect(ids(store)).toEqual(['n3', 'n2', 'n1']);
    store.close();
    const next = open(folder).store;
    expect(ids(next)).toEqual(['n3', 'n2', 'n1']);
    expect(next.enqueue(notification('n4')).seq).toBe(2);
  });

  it('does not keep a closed store from being used, to no effect', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.close();
    expect(store.enqueue(notification('n1')).seq).toBe(1);
    store.close();
    mkdirSync(folder, { recursive: true });
    expect(open(folder).store.unstarted()).toEqual([]);
  });
});
