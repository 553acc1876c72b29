import { expect, it } from 'vitest';
import { createRestartCounts } from '../../src/board/restart-hours.ts';

const HOUR_MS = 3_600_000;

it('counts restarts by the hour, the hour that runs last', () => {
  const restarts = createRestartCounts();
  for (const hours of [0, 0.2, 5]) {
    restarts.restarted('a', (100 + hours) * HOUR_MS);
  }
  const counted = restarts.counts(105.5 * HOUR_MS)['a'];
  expect(counted).toHaveLength(24);
  expect(counted?.slice(-6)).toEqual([2, 0, 0, 0, 0, 1]);
});

it('forgets a restart after a day, and a harness without one, and one that is gone', () => {
  const restarts = createRestartCounts();
  restarts.restarted('a', 100 * HOUR_MS);
  restarts.restarted('b', 120 * HOUR_MS);
  restarts.restarted('gone', 120 * HOUR_MS);
  restarts.forget('gone');
  expect(Object.keys(restarts.counts(123.9 * HOUR_MS))).toEqual(['a', 'b']);
  expect(Object.keys(restarts.counts(124 * HOUR_MS))).toEqual(['b']);
});
