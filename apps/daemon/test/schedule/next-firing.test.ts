import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NextFiring, nextFiring } from '../../src/schedule/next-firing.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Zones whose clocks change by an hour or by half of one, at night and at midnight, and when they do in 2026. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00Z', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z', '2026-11-01T06:00Z'],
  ['America/Havana', '2026-03-08T05:00Z', '2026-11-01T05:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z', '2026-10-03T15:30Z'],
  ['Pacific/Chatham', '2026-04-04T14:00Z', '2026-09-26T14:00Z'],
] as const;

/** One minute of elapsed time and what the clock on the wall shows. */
interface Minute {
  readonly atMs: number;
  /** Minutes since midnight. */
  readonly clock: number;
  readonly day: string;
}

const walks = new Map<string, readonly Minute[]>();

/** The minutes from a day before to a day after an instant. */
function walk(zone: string, aroundMs: number): readonly Minute[] {
  const key = `${zone} ${aroundMs}`;
  const known = walks.get(key);
  if (known !== undefined) {
    return known;
  }
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const minutes = Array.from({ length: (2 * DAY_MS) / MINUTE_MS }, (_, index): Minute => {
    const atMs = aroundMs - DAY_MS + index * MINUTE_MS;
    const [day = '', time = ''] = format.format(atMs).split(', ');
    const [hour, minute] = time.split(':').map(Number);
    return { atMs, day, clock: (hour ?? 0) * 60 + (minute ?? 0) };
  });
  walks.set(key, minutes);
  return minutes;
}

/** A cron field, and the values that it stands for. */
interface Field {
  readonly text: string;
  readonly values: readonly number[];
  readonly isWild: boolean;
}

function field(most: number): fc.Arbitrary<Field> {
  const all = Array.from({ length: most + 1 }, (_, value) => value);
  return fc.oneof(
    fc.constant({ text: '*', values: all, isWild: true }),
    fc.integer({ min: 2, max: 12 }).map((step) => ({
      text: `*/${step}`,
      values: all.filter((value) => value % step === 0),
      isWild: true,
    })),
    fc
      .uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 3 })
      .map((values) => ({ text: values.join(','), values, isWild: false })),
    fc
      .tuple(fc.integer({ min: 0, max: most - 2 }), fc.integer({ min: 1, max: 2 }))
      .map(([from, more]) => ({
        text: `${from}-${from + more}`,
        values: all.slice(from, from + more + 1),
        isWild: false,
      })),
  );
}

/** When minutes or hours are wild: whenever the clock shows a time that fits. */
function elapsed(minutes: readonly Minute[], minute: Field, hour: Field): number[] {
  return minutes
    .filter(
      ({ clock }) =>
        minute.values.includes(clock % 60) && hour.values.includes(Math.floor(clock / 60)),
    )
    .map(({ atMs }) => atMs);
}

/** When all is fixed: each time of each day once, the first time the clock shows it or something later. */
function fixed(minutes: readonly Minute[], minute: Field, hour: Field): number[] {
  const days = [...new Set(minutes.map(({ day }) => day))].slice(1);
  const times = hour.values.flatMap((h) => minute.values.map((m) => h * 60 + m));
  const found = days.flatMap((day) =>
    times.map(
      (time) =>
        minutes.find((one) => one.day > day || (one.day === day && one.clock >= time))?.atMs,
    ),
  );
  return [...new Set(found)].filter((atMs) => atMs !== undefined).toSorted((a, b) => a - b);
}

function between(next: NextFiring, fromMs: number, toMs: number): number[] {
  const found: number[] = [];
  for (let atMs = next(fromMs - 1); atMs !== undefined && atMs < toMs; atMs = next(atMs)) {
    found.push(atMs);
  }
  return found;
}

describe('a schedule through both changes of the clock', () => {
  it.each(
    CHANGES.flatMap(([zone, ...changes]) => changes.map((change) => [zone, change] as const)),
  )('fires in %s around %s as a walk over the clock says', (zone, change) => {
    const aroundMs = Date.parse(change);
    const minutes = walk(zone, aroundMs);
    // A whole day on each side is known only from the second midnight on.
    const secondDay = minutes.findIndex(({ day }) => day !== minutes[0]?.day);
    const [fromMs, toMs] = [minutes[secondDay]?.atMs ?? 0, minutes.at(-1)?.atMs ?? 0];
    fc.assert(
      fc.property(field(59), field(23), (minute, hour) => {
        const next = nextFiring({ pattern: `${minute.text} ${hour.text} * * *`, timeZone: zone });
        const rule = minute.isWild || hour.isWild ? elapsed : fixed;
        const expected = rule(minutes, minute, hour).filter(
          (atMs) => atMs >= fromMs && atMs < toMs,
        );
        expect(between(next, fromMs, toMs)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('fires the same whatever instant it is asked from', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANGES),
        fc.integer({ min: -DAY_MS, max: DAY_MS }),
        field(59),
        field(23),
        ([zone, spring], offsetMs, minute, hour) => {
          const next = nextFiring({ pattern: `${minute.text} ${hour.text} * * *`, timeZone: zone });
          const fromMs = Date.parse(spring) + offsetMs;
          const firstMs = next(fromMs) ?? 0;
          expect(firstMs).toBeGreaterThan(fromMs);
          expect(next(firstMs - 1)).toBe(firstMs);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('has no firing that comes for a date that is past', () => {
  expect(nextFiring({ pattern: '0 0 30 2 *' })(0)).toBeUndefined();
});
