import { expect, it } from 'vitest';
import { createRestartCounts } from '../../src/board/restart-hours.ts';

const HOUR_MS = 3_600_000;

/** A store of restarts alone, as JSON. */
function keptRestarts(texts = new Map<string, string>()) {
  return {
    texts,
    harnesses: () =>
      new Map([...texts].map(([name, text]) => [name, { restarts: JSON.parse(text) }])),
    saveRestarts: (name: string, restarts: object | undefined) => {
      texts.set(name, JSON.stringify(restarts));
    },
  };
}

it('counts restarts by the hour, the hour that runs last', () => {
  const restarts = createRestartCounts(keptRestarts());
  for (const hours of [0, 0.2, 5]) {
    restarts.restarted('a', (100 + hours) * HOUR_MS);
  }
  const counted = restarts.counts(105.5 * HOUR_MS)['a'];
  expect(counted).toHaveLength(24);
  expect(counted?.slice(-6)).toEqual([2, 0, 0, 0, 0, 1]);
});

it('forgets a restart after a day, and a harness without one, and one that is gone', () => {
  const restarts = createRestartCounts(keptRestarts());
  restarts.restarted('a', 100 * HOUR_MS);
  restarts.restarted('b', 120 * HOUR_MS);
  restarts.restarted('gone', 120 * HOUR_MS);
  restarts.forget('gone');
  expect(Object.keys(restarts.counts(123.9 * HOUR_MS))).toEqual(['a', 'b']);
  expect(Object.keys(restarts.counts(124 * HOUR_MS))).toEqual(['b']);
});

it('goes on with what the daemon before counted, and keeps no more than a day', () => {
  const store = keptRestarts();
  const before = createRestartCounts(store);
  before.restarted('a', 100 * HOUR_MS);
  before.restarted('a', 120 * HOUR_MS);
  const after = createRestartCounts(store);
  expect(after.counts(121 * HOUR_MS)['a']?.slice(-2)).toEqual([1, 0]);
  after.restarted('a', 130 * HOUR_MS);
  expect(JSON.parse(store.texts.get('a') ?? '')).toEqual({ 120: 1, 130: 1 });
});

it.each(['null', '"text"', '{"120":"many"}', '[]'])('takes %s for no restarts', (kept) => {
  const restarts = createRestartCounts(keptRestarts(new Map([['a', kept]])));
  expect(restarts.counts(120 * HOUR_MS)).toEqual({});
});
