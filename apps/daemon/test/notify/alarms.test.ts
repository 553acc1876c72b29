import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAlarms } from '../../src/notify/alarms.ts';
import { START_MS, stopTheClock } from './notify-lab.ts';

beforeEach(stopTheClock);
afterEach(() => {
  vi.useRealTimers();
});

const clock = { nowMs: () => Date.now() + 0.4, wallMs: () => Date.now() };
const DAY_MS = 86_400_000;

function lab() {
  const rung: string[] = [];
  const alarms = createAlarms(clock, (harness) => rung.push(harness));
  return { alarms, rung };
}

it('rings once, when the time has come and not a moment earlier', () => {
  const { alarms, rung } = lab();
  alarms.set('a', START_MS + 500);
  vi.advanceTimersByTime(499);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['a']);
  vi.advanceTimersByTime(DAY_MS);
  expect(rung).toEqual(['a']);
});

it('waits a second for what is overdue, so that nothing spins', () => {
  const { alarms, rung } = lab();
  alarms.set('a', START_MS - DAY_MS);
  vi.advanceTimersByTime(999);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['a']);
});

it('keeps one alarm per harness: a later setting takes its place, none takes it away', () => {
  const { alarms, rung } = lab();
  alarms.set('a', START_MS + 100);
  alarms.set('a', START_MS + 300);
  alarms.set('b', START_MS + 200);
  alarms.set('b', undefined);
  vi.advanceTimersByTime(299);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(rung).toEqual(['a']);
});

it('does not put off an alarm that is set to the same instant again', () => {
  const { alarms, rung } = lab();
  const overdueMs = START_MS - 1;
  alarms.set('a', overdueMs);
  vi.advanceTimersByTime(600);
  alarms.set('a', overdueMs);
  vi.advanceTimersByTime(400);
  expect(rung).toEqual(['a']);
});

it('looks again at what is further away than a timer reaches', () => {
  const rung: number[] = [];
  const atMs = START_MS + 60 * DAY_MS;
  const alarms = createAlarms(clock, (harness) => {
    rung.push(Date.now());
    alarms.set(harness, Date.now() < atMs ? atMs : undefined);
  });
  alarms.set('a', atMs);
  vi.advanceTimersByTime(100 * DAY_MS);
  expect(rung.at(-1)).toBe(atMs);
  expect(rung.length).toBeLessThan(5);
});

it('rings no more once it was cleared', () => {
  const { alarms, rung } = lab();
  alarms.set('a', START_MS + 5);
  alarms.clear();
  vi.advanceTimersByTime(DAY_MS);
  expect(rung).toEqual([]);
});
