import { waitFor } from '@harness/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NewHeldBack } from '../src/index.ts';
import { NOW_MS, open, reopened, throwawayFolder } from './throwaway-store.ts';

const held = (given: Partial<NewHeldBack> = {}): NewHeldBack => ({
  harness: 'a',
  event: 'flapping',
  reason: 'suppressed',
  window: 7,
  atMs: NOW_MS,
  ...given,
});

describe('what is held back', () => {
  it('is one row per harness, event, reason and window, with first and last', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    for (let atMs = 1; atMs <= 1_000; atMs += 1) {
      store.heldBack(held({ atMs }));
    }
    store.heldBack(held({ window: 8, atMs: 1_001 }));
    store.heldBack(held({ reason: 'unwanted', atMs: 1_002 }));
    store.heldBack(held({ event: 'failed', atMs: 1_003 }));
    store.heldBack(held({ harness: 'b', atMs: 1_004 }));
    const rows = reopened(folder, store).history({ limit: 9 });
    expect(rows.map((row) => ({ ...row, row: 0 })).toReversed()).toEqual(
      [
        { harness: 'a', event: 'flapping', reason: 'suppressed', window: '7', count: 1_000 },
        { harness: 'a', event: 'flapping', reason: 'suppressed', window: '8', count: 1 },
        { harness: 'a', event: 'flapping', reason: 'unwanted', window: '7', count: 1 },
        { harness: 'a', event: 'failed', reason: 'suppressed', window: '7', count: 1 },
        { harness: 'b', event: 'flapping', reason: 'suppressed', window: '7', count: 1 },
      ].map((row, index) => ({
        kind: 'held_back',
        row: 0,
        ...row,
        firstAtMs: index === 0 ? 1 : 1_000 + index,
        lastAtMs: 1_000 + index,
      })),
    );
  });

  it('goes on in the same row after a flush and after a restart', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.heldBack(held({ atMs: 1 }));
    store.flushHeld();
    store.heldBack(held({ atMs: 2 }));
    const next = reopened(folder, store);
    next.heldBack(held({ atMs: 3 }));
    next.flushHeld();
    next.flushHeld();
    expect(next.history({ limit: 9 })).toMatchObject([{ count: 3, firstAtMs: 1, lastAtMs: 3 }]);
  });

  it('is written a part a turn where many windows have been filled, each once a second', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { store } = open(throwawayFolder());
    const hold = (first: number): void => {
      for (let number = first; number < first + 100; number += 1) {
        store.heldBack(held({ harness: `h${number}` }));
      }
    };
    const rows = () => store.history({ limit: 999 }).length;
    hold(0);
    vi.advanceTimersByTime(1000);
    expect(rows()).toBeGreaterThan(0);
    expect(rows()).toBeLessThan(50);
    hold(100);
    vi.advanceTimersByTime(10);
    expect(rows()).toBe(100);
    vi.advanceTimersByTime(1010);
    expect(rows()).toBe(200);
    hold(0);
    store.flushHeld();
    expect(store.counts()).toEqual([{ event: 'flapping', result: 'suppressed', count: 300 }]);
  });

  it('is written by itself within the flush interval, not before', async () => {
    const { store } = open(throwawayFolder(), { flushMs: 30 });
    store.heldBack(held());
    expect(store.history({ limit: 9 })).toEqual([]);
    await waitFor('the row', () => store.history({ limit: 9 }).length === 1);
    store.heldBack(held());
    await waitFor('the count', () => store.counts()[0]?.count === 2);
  });

  it('saves the memory of its harness as it is when the row is written', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    let heldCount = 0;
    for (heldCount = 1; heldCount < 9; heldCount += 1) {
      store.heldBack(held({ memory: () => ({ heldCount }) }));
    }
    store.heldBack(held({ event: 'failed' }));
    expect(reopened(folder, store).harnesses().get('a')).toEqual({ memory: { heldCount: 9 } });
  });

  it('does not bring back the memory of a harness that was dropped since', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.heldBack(held({ memory: () => ({ version: 1 }) }));
    store.dropHarness('a');
    const next = reopened(folder, store);
    expect(next.harnesses().size).toBe(0);
    expect(next.history({ limit: 9 })).toHaveLength(1);
  });
});
