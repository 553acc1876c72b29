import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWarmUp } from '../src/warm-up.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('warms the store once, when the last of a burst of starts is a moment ago, and again after the next', () => {
  const store = { warm: vi.fn() };
  const warmUp = createWarmUp(store);
  for (let start = 0; start < 5; start += 1) {
    warmUp.forked();
    vi.advanceTimersByTime(20);
  }
  expect(store.warm).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5);
  expect(store.warm).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(store.warm).toHaveBeenCalledTimes(1);
  warmUp.forked();
  vi.advanceTimersByTime(25);
  expect(store.warm).toHaveBeenCalledTimes(2);
});
