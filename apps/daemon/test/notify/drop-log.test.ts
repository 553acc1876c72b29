import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDropLog } from '../../src/notify/drop-log.ts';
import { stopTheClock } from './notify-lab.ts';

beforeEach(stopTheClock);
afterEach(() => {
  vi.useRealTimers();
});

function lab() {
  const error = vi.fn();
  return { error, drops: createDropLog({ error }) };
}

it('says a burst once, with the names of those it hit', () => {
  const { error, drops } = lab();
  for (const harness of ['a', 'b', 'a']) {
    drops.add(harness, 'failed');
    vi.advanceTimersByTime(900);
  }
  expect(error).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { dropped: 3, events: ['failed'], harnesses: ['a', 'b'], more: 0 },
    'notify: queue full, dropped',
  );
});

it('does not wait for the end of a burst that goes on', () => {
  const { error, drops } = lab();
  for (let passedMs = 0; passedMs < 25_000; passedMs += 500) {
    drops.add('a', 'health');
    vi.advanceTimersByTime(500);
  }
  expect(error).toHaveBeenCalledTimes(2);
});

it('names 256 harnesses at most, and says how many more there are', () => {
  const { error, drops } = lab();
  for (let number = 0; number < 300; number += 1) {
    drops.add(`h${number}`, 'failed');
  }
  drops.flush();
  const [facts] = error.mock.calls[0] ?? [];
  expect(facts).toMatchObject({ dropped: 300, more: 44 });
  expect(facts.harnesses).toHaveLength(256);
});

it('says nothing when nothing was dropped', () => {
  const { error, drops } = lab();
  drops.flush();
  vi.advanceTimersByTime(60_000);
  expect(error).not.toHaveBeenCalled();
});
