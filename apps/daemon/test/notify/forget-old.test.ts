import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStore } from '@harness/store';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { forgetOldHistory } from '../../src/notify/forget-old.ts';
import { throwawayFolder } from './notify-lab.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 25);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A history with this many entries of each of these ages, oldest first. */
function historyOf(count: number, agesDays: readonly number[]) {
  const store = openStore({
    folder: throwawayFolder(),
    nowMs: () => NOW_MS,
    onTrouble: () => undefined,
  });
  onTestFinished(() => store.close());
  store.together(() => {
    for (const days of agesDays) {
      for (let number = 0; number < count; number += 1) {
        const atMs = NOW_MS - days * DAY_MS;
        const id = `${days} ${number}`;
        const hook = { command: ['/hook'] };
        store.enqueue({ id, event: 'test', payload: () => ({}), hook, raisedAtMs: atMs });
        const detail = { kind: 'exited', code: 0 };
        store.finished(id, { result: 'ok', detail, durationMs: 1, atMs });
      }
    }
  });
  return store;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await nextTurn();
  }
}

it('forgets what is older than 90 days, a minute after the start and a part a turn', async () => {
  const store = historyOf(700, [91, 89]);
  const left = () => store.history({ limit: 9999 }).length;
  forgetOldHistory(store, { wallMs: () => NOW_MS });
  vi.advanceTimersByTime(59_000);
  expect(left()).toBe(1400);
  vi.advanceTimersByTime(1000);
  expect(left()).toBeGreaterThan(700);
  await turns(5);
  expect(left()).toBe(700);
});

it('looks again every hour', async () => {
  const store = historyOf(3, [89]);
  let wallMs = NOW_MS;
  forgetOldHistory(store, { wallMs: () => wallMs });
  vi.advanceTimersByTime(3_599_000);
  wallMs += 2 * DAY_MS;
  expect(store.history({ limit: 9 })).toHaveLength(3);
  vi.advanceTimersByTime(1000);
  await turns(2);
  // The newest entry stays, for the next one is numbered from it.
  expect(store.history({ limit: 9 })).toHaveLength(1);
});

it('keeps 50,000 entries', () => {
  const asked: object[] = [];
  const prune = (rule: object): number => {
    asked.push(rule);
    return 0;
  };
  forgetOldHistory({ prune }, { wallMs: () => NOW_MS });
  vi.advanceTimersByTime(60_000);
  expect(asked).toEqual([{ olderThanMs: NOW_MS - 90 * DAY_MS, keepRows: 50_000 }]);
});
