import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRounds } from '../src/rounds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('does all that is due in one waking, each at every so many rounds', () => {
  const rounds = createRounds(100, () => undefined);
  const done: string[] = [];
  rounds.every(1)(() => done.push('each'));
  rounds.every(3)(() => done.push('third'));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(600);
  expect(done.join(' ')).toBe('each each each third each each each third');
  rounds.stop();
  vi.advanceTimersByTime(600);
  expect(done).toHaveLength(8);
});

it('leaves out what was called off', () => {
  const rounds = createRounds(100, () => undefined);
  const done: string[] = [];
  const callOff = rounds.every(1)(() => done.push('a'));
  rounds.every(1)(() => done.push('b'));
  callOff();
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['b']);
});

it('does the others when one throws, and says so', () => {
  const faults: unknown[] = [];
  const rounds = createRounds(100, (error) => faults.push(error));
  const done: string[] = [];
  rounds.every(1)(() => {
    throw new Error('full');
  });
  rounds.every(1)(() => done.push('b'));
  vi.advanceTimersByTime(200);
  expect(done).toEqual(['b', 'b']);
  expect(faults).toEqual([new Error('full'), new Error('full')]);
});
