import { describe, expect, it } from 'vitest';
import type { HistoryFilter, Store } from '../src/index.ts';
import {
  deliver,
  NOW_MS,
  notification,
  open,
  reopened,
  throwawayFolder,
} from './throwaway-store.ts';

function withHistory(): { readonly folder: string; readonly store: Store } {
  const folder = throwawayFolder();
  const { store } = open(folder);
  deliver(store, 'n1', 'ok', { raisedAtMs: 10 });
  deliver(store, 'n2', 'error', { harness: 'b', raisedAtMs: 20 });
  deliver(store, 'n3', 'dropped', { event: 'flapping', raisedAtMs: 30 });
  store.heldBack({ harness: 'a', event: 'failed', reason: 'suppressed', window: 1, atMs: 35 });
  store.heldBack({ harness: 'a', event: 'failed', reason: 'suppressed', window: 1, atMs: 60 });
  store.flushHeld();
  deliver(store, 'n5', 'timeout', { raisedAtMs: 50 });
  store.enqueue(notification('n6', { raisedAtMs: 70 }));
  return { folder, store };
}

const rows = (store: Store, filter: Omit<HistoryFilter, 'limit'>, limit = 99): number[] =>
  store.history({ ...filter, limit }).map(({ row }) => row);

describe('the history', () => {
  it.each<[string, Omit<HistoryFilter, 'limit'>, number[]]>([
    ['everything, newest first', {}, [6, 5, 4, 3, 2, 1]],
    ['one harness', { harness: 'b' }, [2]],
    ['one event', { event: 'flapping' }, [3]],
    ['one result', { result: 'suppressed' }, [4]],
    ['since a time, by its end for what was held back', { sinceMs: 50 }, [6, 5, 4]],
    ['until a time', { untilMs: 30 }, [2, 1]],
    ['the next page', { beforeRow: 3 }, [2, 1]],
    ['several at once', { harness: 'a', event: 'failed', sinceMs: 36, untilMs: 70 }, [5, 4]],
    ['nothing', { harness: 'c' }, []],
  ])('shows %s', (_, filter, expected) => {
    expect(rows(withHistory().store, filter)).toEqual(expected);
  });

  it('shows no more than was asked for', () => {
    expect(rows(withHistory().store, {}, 2)).toEqual([6, 5]);
  });

  it('counts by event and result, what waits and what runs aside', () => {
    const { store } = withHistory();
    expect(store.counts()).toEqual([
      { event: 'failed', result: 'error', count: 1 },
      { event: 'failed', result: 'ok', count: 1 },
      { event: 'failed', result: 'suppressed', count: 2 },
      { event: 'failed', result: 'timeout', count: 1 },
      { event: 'flapping', result: 'dropped', count: 1 },
    ]);
    expect(store.counts(50).map(({ result }) => result)).toEqual(['suppressed', 'timeout']);
  });
});

describe('the last deliveries', () => {
  it('are none in a new store', () => {
    expect(open(throwawayFolder()).store.lastDeliveries()).toEqual({ recent: [] });
  });

  it('tell the last success and the last failure apart, drops aside, over a restart', () => {
    const { folder, store } = withHistory();
    for (const told of [store, reopened(folder, store)]) {
      const { recent, lastOk, lastFailed } = told.lastDeliveries();
      expect(recent.map(({ id }) => id)).toEqual(['n5', 'n2', 'n1']);
      expect([lastOk?.id, lastFailed?.id]).toEqual(['n1', 'n5']);
    }
  });

  it('are ten, in the order in which they ended', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.enqueue(notification('slow'));
    for (let number = 1; number <= 30; number += 1) {
      deliver(store, `n${number}`, 'ok', { raisedAtMs: NOW_MS + number });
    }
    store.started('slow', NOW_MS);
    store.finished('slow', { result: 'timeout', detail: {}, durationMs: 1, atMs: NOW_MS + 99 });
    for (const told of [store, reopened(folder, store)]) {
      const ids = told.lastDeliveries().recent.map(({ id }) => id);
      expect(ids).toEqual(['slow', ...[30, 29, 28, 27, 26, 25, 24, 23, 22].map((n) => `n${n}`)]);
    }
  });
});

describe('pruning', () => {
  it('forgets by age, and leaves the newest and what is unfinished', () => {
    const { folder, store } = withHistory();
    expect(store.prune({ olderThanMs: 51, keepRows: 99 })).toBe(4);
    expect(rows(store, {})).toEqual([6, 4]);
    store.finished('n6', { result: 'ok', detail: {}, durationMs: 1, atMs: 71 });
    expect(store.prune({ olderThanMs: 1_000, keepRows: 99 })).toBe(1);
    const next = reopened(folder, store);
    expect(rows(next, {})).toEqual([6]);
    expect(next.enqueue(notification('n7')).seq).toBe(6);
  });

  it('leaves the newest entry and the newest number, that the next ones are counted from', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    deliver(store, 'n1', 'ok', { raisedAtMs: 10 });
    deliver(store, 'n2', 'ok', { raisedAtMs: 20 });
    for (const [window, atMs] of [30, 40].entries()) {
      store.heldBack({ harness: 'a', event: 'failed', reason: 'suppressed', window, atMs });
      store.flushHeld();
    }
    expect(store.prune({ olderThanMs: 1_000, keepRows: 0 })).toBe(2);
    const next = reopened(folder, store);
    expect(rows(next, {})).toEqual([4, 2]);
    expect(next.enqueue(notification('n3')).seq).toBe(3);
    expect(rows(next, {})).toEqual([5, 4, 2]);
  });

  it('forgets by number', () => {
    const { store } = withHistory();
    expect(store.prune({ olderThanMs: 0, keepRows: 2 })).toBe(4);
    expect(rows(store, {})).toEqual([6, 5]);
  });

  it('takes a long history slice by slice', () => {
    const { store } = open(throwawayFolder());
    store.together(() => {
      for (let number = 1; number <= 1_200; number += 1) {
        deliver(store, `n${number}`, 'ok');
      }
    });
    const slices = [1, 2, 3, 4].map(() => store.prune({ olderThanMs: 0, keepRows: 100 }));
    expect(slices).toEqual([500, 500, 100, 0]);
    expect(store.history({ limit: 999 })).toHaveLength(100);
  });
});
