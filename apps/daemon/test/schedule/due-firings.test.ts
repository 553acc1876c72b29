import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueFirings, LATE_AFTER_MS } from '../../src/schedule/due-firings.ts';
import type { NextFiring } from '../../src/schedule/next-firing.ts';

/** A schedule that fires at these instants. */
const at =
  (...instants: readonly number[]): NextFiring =>
  (afterMs) =>
    instants.find((atMs) => atMs > afterMs);

describe('firings', () => {
  it('are on time up to a minute late, and missed beyond', () => {
    const next = at(1000);
    expect(dueFirings(next, 0, 999, false)).toEqual({ onTime: 0, catchUp: false });
    expect(dueFirings(next, 0, 1000 + LATE_AFTER_MS, false)).toEqual({ onTime: 1, catchUp: false });
    expect(dueFirings(next, 0, 1001 + LATE_AFTER_MS, false)).toEqual({
      onTime: 0,
      missed: { count: 1, firstMs: 1000, lastMs: 1000 },
      catchUp: false,
    });
  });

  it('that were missed are made up for by one run, unless one is on time', () => {
    const hour = 3_600_000;
    expect(dueFirings(at(hour, 2 * hour, 3 * hour), 0, 4 * hour, true)).toMatchObject({
      missed: { count: 3, firstMs: hour, lastMs: 3 * hour },
      catchUp: true,
    });
    expect(dueFirings(at(hour, 2 * hour), 0, 2 * hour, true)).toMatchObject({
      onTime: 1,
      catchUp: false,
    });
  });

  it('are each dealt with once, however often and late one looks', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 50 }),
        fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 80 }),
        fc.boolean(),
        (unsorted, waits, wantsCatchUp) => {
          const instants = unsorted.toSorted((a, b) => a - b);
          let nowMs = 0;
          let dealt = 0;
          for (const waitMs of waits) {
            const due = dueFirings(at(...instants), nowMs, nowMs + waitMs, wantsCatchUp);
            nowMs += waitMs;
            dealt += due.onTime + (due.missed?.count ?? 0);
            expect(due.catchUp).toBe(wantsCatchUp && due.missed !== undefined && due.onTime === 0);
          }
          expect(dealt).toBe(instants.filter((atMs) => atMs <= nowMs).length);
        },
      ),
    );
  });
});
