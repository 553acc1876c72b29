import { describe, expect, it } from 'vitest';
import { NOW_MS, open, reopened, throwawayFolder } from './throwaway-store.ts';

const scheduled = (harness: string, atMs = NOW_MS) => ({ harness, trigger: 'schedule', atMs });

describe('runs', () => {
  it('are numbered per harness and know where their log is', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const run = { ...scheduled('a'), log: (runId: number) => `/logs/a/${runId}.log` };
    expect([store.beginRun(run), store.beginRun(run), store.beginRun(scheduled('b'))]).toEqual([
      1, 2, 1,
    ]);
    expect(reopened(folder, store).runs({ harness: 'a', limit: 1 })).toEqual([
      { harness: 'a', runId: 2, trigger: 'schedule', startedAtMs: NOW_MS, log: '/logs/a/2.log' },
    ]);
  });

  it('end once', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const runId = store.beginRun(scheduled('a'));
    const ending = {
      outcome: 'failed',
      exit: { kind: 'exited', code: 3 },
      cause: 'no disk',
      atMs: NOW_MS + 4,
    };
    expect(store.endRun('a', runId, ending)).toBe(true);
    expect(store.endRun('a', runId, { ...ending, outcome: 'success' })).toBe(false);
    expect(store.endRun('b', runId, ending)).toBe(false);
    expect(reopened(folder, store).runs({ limit: 9 })).toEqual([
      {
        harness: 'a',
        runId,
        trigger: 'schedule',
        startedAtMs: NOW_MS,
        outcome: 'failed',
        exit: { kind: 'exited', code: 3 },
        cause: 'no disk',
        endedAtMs: NOW_MS + 4,
      },
    ]);
  });

  it('never give an id out again, whatever was forgotten', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    for (let number = 1; number <= 3; number += 1) {
      store.endRun('a', store.beginRun(scheduled('a')), { outcome: 'success', atMs: NOW_MS });
    }
    store.pruneRuns('a', 0);
    store.dropHarness('a');
    expect(reopened(folder, store).beginRun(scheduled('a'))).toBe(4);
  });

  it('are forgotten but for the newest and those that still go on', () => {
    const { store } = open(throwawayFolder());
    store.beginRun(scheduled('a'));
    for (let number = 2; number <= 5; number += 1) {
      store.endRun('a', store.beginRun(scheduled('a')), { outcome: 'success', atMs: NOW_MS });
    }
    store.beginRun(scheduled('b'));
    expect(store.pruneRuns('a', 2).map(({ runId }) => runId)).toEqual([2, 3]);
    expect(store.runs({ harness: 'a', limit: 9 }).map(({ runId }) => runId)).toEqual([5, 4, 1]);
    expect(store.runs({ harness: 'b', limit: 9 })).toHaveLength(1);
  });

  it('that were cut off by the end of a daemon are interrupted by the next', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.beginRun(scheduled('a'));
    store.endRun('a', store.beginRun(scheduled('a')), { outcome: 'success', atMs: NOW_MS });
    store.beginRun(scheduled('b'));
    const next = reopened(folder, store);
    const interrupted = next.interruptOpenRuns(NOW_MS + 7);
    expect(interrupted).toMatchObject([
      { harness: 'a', runId: 1, outcome: 'interrupted', endedAtMs: NOW_MS + 7 },
      { harness: 'b', runId: 1, outcome: 'interrupted', endedAtMs: NOW_MS + 7 },
    ]);
    expect(next.interruptOpenRuns(NOW_MS + 8)).toEqual([]);
    expect(next.runs({ outcome: 'interrupted', limit: 9 })).toHaveLength(2);
  });

  it('are shown with the last started first, of one harness with the last id first', () => {
    const { store } = open(throwawayFolder());
    store.beginRun(scheduled('a', 30));
    store.beginRun(scheduled('b', 40));
    store.beginRun(scheduled('a', 20));
    const told = (filter: { readonly harness?: string }): string[] =>
      store.runs({ ...filter, limit: 9 }).map(({ harness, runId }) => `${harness}${runId}`);
    expect(told({})).toEqual(['b1', 'a1', 'a2']);
    expect(told({ harness: 'a' })).toEqual(['a2', 'a1']);
    expect(store.runs({ harness: 'a', runId: 1, limit: 9 })).toMatchObject([{ startedAtMs: 30 }]);
  });
});
