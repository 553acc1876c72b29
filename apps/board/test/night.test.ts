import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hoursUpTo, marksOf, talliesOf, ticksOf } from '../src/night.ts';
import { delivery, heldBack, waiting } from './entries.ts';

const HOUR_MS = 3_600_000;
const DAY = { fromMs: 0, toMs: 24 * HOUR_MS, pieces: 24 };

it('makes one mark of what befell one event in one piece of time', () => {
  const entries = [
    delivery(1, 10, { harness: 'a' }),
    delivery(2, 20, { harness: 'b' }),
    delivery(3, 30, { result: 'timeout' }),
    heldBack(4, 40),
    delivery(5, HOUR_MS),
  ];
  expect(marksOf(entries, DAY)).toEqual([
    { event: 'failed', outcome: 'told', piece: 0, count: 2, harnesses: ['a', 'b'] },
    { event: 'failed', outcome: 'failed', piece: 0, count: 1, harnesses: ['a'] },
    { event: 'failed', outcome: 'held', piece: 0, count: 3, harnesses: ['a'] },
    { event: 'failed', outcome: 'told', piece: 1, count: 1, harnesses: ['a'] },
  ]);
});

it('counts deliveries and their times by the hour', () => {
  const entries = [
    delivery(1, 0, { finishedAt: new Date(300).toISOString() }),
    delivery(2, 0, { finishedAt: new Date(100).toISOString() }),
    delivery(3, 0, { finishedAt: new Date(900).toISOString(), result: 'error' }),
    delivery(4, 0, { result: 'dropped' }),
    waiting(5, 0),
    heldBack(6, HOUR_MS),
  ];
  const [first, second, third] = talliesOf(entries, DAY);
  expect(first).toEqual({ fromMs: 0, told: 2, held: 0, lost: 2, medianMs: 300, longestMs: 900 });
  expect(second).toMatchObject({ fromMs: HOUR_MS, told: 0, held: 3, medianMs: undefined });
  expect(third).toMatchObject({ told: 0, held: 0, lost: 0 });
});

it('loses nothing inside its time: marks and tallies count what the entries do', () => {
  const entry = fc
    .tuple(fc.integer({ min: 0, max: 24 * HOUR_MS - 1 }), fc.nat(2))
    .map(([ms, kind]) => {
      const made = [
        delivery(1, ms),
        delivery(1, ms, { result: 'dropped' }),
        heldBack(1, ms, { count: 2 }),
      ];
      return made[kind] ?? delivery(1, ms);
    });
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const due = entries.reduce((sum, one) => sum + (one.kind === 'held_back' ? one.count : 1), 0);
      const marked = marksOf(entries, DAY).reduce((sum, { count }) => sum + count, 0);
      const tallied = talliesOf(entries, DAY).reduce(
        (sum, { told, held, lost }) => sum + told + held + lost,
        0,
      );
      expect([marked, tallied]).toEqual([due, due]);
    }),
  );
});

it('ends with the hour that runs', () => {
  expect(hoursUpTo(100 * HOUR_MS + 1, 24)).toEqual({
    fromMs: 77 * HOUR_MS,
    toMs: 101 * HOUR_MS,
    pieces: 24,
  });
});

describe.each(['Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu'])('the axis in %s', (zone) => {
  const nowMs = Date.UTC(2026, 0, 15, 10, 20);
  const clock = (ms: number): string => new Date(ms).toTimeString().slice(0, 5);

  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('names the midnights of a week', () => {
    const named = ticksOf({ ...hoursUpTo(nowMs, 168), pieces: 84 }).map(clock);
    expect(named).toEqual(Array.from({ length: 7 }, () => '00:00'));
  });

  it('names every fourth hour of a day, but for one at its edge', () => {
    const named = ticksOf({ ...hoursUpTo(nowMs, 24), pieces: 96 }).map(clock);
    expect(named.length).toBeGreaterThanOrEqual(5);
    expect(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']).toEqual(
      expect.arrayContaining(named),
    );
  });
});
