import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsRun, type Guards, NEW_GUARDS, type Park, type Verdict } from '../src/index.ts';
import { history, settings } from './history.ts';
import { afterBoot, type Seen, seen } from './seen.ts';
import { DAY_MS, instant } from './world.ts';

const ENDINGS: ReadonlySet<string> = new Set(['looping', 'wedged', 'rotation_stuck', 'park']);

/** What may park a harness whose run another guard ends already. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['group_parked', 'run_ended']);

/** Checks random histories, half of them with a killed daemon before each run. */
function always(check: (all: readonly Seen[]) => void): void {
  fc.assert(
    fc.property(history, settings, fc.boolean(), (moments, withSettings, boots) => {
      check(seen(moments, withSettings, boots ? afterBoot : undefined));
    }),
    { numRuns: 400 },
  );
}

/** The verdicts of some kinds among observations, as words in a row. */
function words(all: readonly Seen[], wordOf: (one: Seen) => string): string {
  return all.map(wordOf).join('');
}

function said(one: Seen, kind: Verdict['kind']): boolean {
  return one.verdicts.some((verdict) => verdict.kind === kind);
}

function saidRestarted({ verdicts }: Seen): boolean {
  return verdicts.some((verdict) => verdict.kind === 'silent' && verdict.action === 'restarted');
}

describe('whatever happens', () => {
  it('a state that went through JSON gives the same verdicts', () => {
    fc.assert(
      fc.property(history, settings, (moments, withSettings) => {
        const throughJson = (guards: Guards): Guards => JSON.parse(JSON.stringify(guards));
        expect(seen(moments, withSettings, throughJson).map(({ verdicts }) => verdicts)).toEqual(
          seen(moments, withSettings).map(({ verdicts }) => verdicts),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('what is known stays small', () => {
    always((all) => {
      const last = all.at(-1);
      expect(JSON.stringify(last?.after ?? NEW_GUARDS).length).toBeLessThan(4000);
    });
  });

  it('what was known is not changed under its holder', () => {
    const frozen = (guards: Guards): Guards => {
      freeze(guards);
      return guards;
    };
    fc.assert(
      fc.property(history, settings, (moments, withSettings) => {
        seen(moments, withSettings, frozen);
      }),
      { numRuns: 100 },
    );
  });

  it('a trouble has one verdict: what ends the run is asked for once', () => {
    always((all) => {
      for (const { before, after, verdicts, observation } of all) {
        const asked = verdicts.filter(({ kind }) => ENDINGS.has(kind));
        expect(asked.length).toBeLessThanOrEqual(1);
        expect(endsRun(after) || asked.length === 0).toBe(true);
        expect(asked.length === 0 || !endsRun(before) || FROM_OUTSIDE.has(observation.kind)).toBe(
          true,
        );
      }
    });
  });

  it('a loop is told once a run', () => {
    always((all) => {
      const text = words(all, (one) => {
        const run = one.observation.kind === 'run_started' ? '|' : '';
        return run + (said(one, 'looping') ? 'L' : '');
      });
      expect(text).not.toMatch(/L[^|]*L/);
    });
  });

  it('parks and releases take turns', () => {
    always((all) => {
      const text = words(
        all,
        (one) => (said(one, 'park') ? 'P' : '') + (said(one, 'release') ? 'R' : ''),
      );
      expect(text).toMatch(/^(PR)*P?$/);
    });
  });

  it('a park lies ahead, at most eight days', () => {
    always((all) => {
      for (const [atMs, park] of all.flatMap(parksIn)) {
        expect(park.untilMs).toBeGreaterThan(instant(atMs).unixMs);
        expect(park.untilMs).toBeLessThanOrEqual(instant(atMs).unixMs + 8 * DAY_MS);
      }
    });
  });

  it('a park is over at its time, or when an operator starts the harness', () => {
    always((all) => {
      for (const { atMs, before, observation } of all.filter((one) => said(one, 'release'))) {
        const endMs = observation.kind === 'tick' ? (before.quota.park?.untilMs ?? Infinity) : 0;
        expect(endMs).toBeLessThanOrEqual(instant(atMs).unixMs);
        expect(['tick', 'ordered']).toContain(observation.kind);
      }
    });
  });

  it('a stall is told once an episode, and at most five restarts stand in a row', () => {
    always((all) => {
      const text = words(all, stallWord);
      expect(text).not.toMatch(/S[^AO|]*S/);
      expect(text).not.toMatch(/(R[^AO]*){6}/);
    });
  });

  it('a success after a stall that was told is said, and no other', () => {
    always((all) => {
      const text = words(all, (one) => {
        if (said(one, 'answered')) {
          return 'A';
        }
        if (said(one, 'silent')) {
          return 'S';
        }
        const { observation } = one;
        return observation.kind === 'ordered' && observation.verb === 'stop' ? '!' : '';
      });
      expect(text).not.toMatch(/(^|[A!])A/);
    });
  });

  it('silence is never shorter than the timeout', () => {
    always((all) => {
      for (const verdict of all.flatMap(({ verdicts }) => verdicts)) {
        if (verdict.kind === 'silent') {
          expect(verdict.silentMs).toBeGreaterThanOrEqual(verdict.timeoutMs);
        }
      }
    });
  });

  it('ill health is told once until a success or an order', () => {
    always((all) => {
      const text = words(all, (one) => {
        const ordered = orderWord(one);
        return (said(one, 'unhealthy') ? 'U' : '') + (said(one, 'healthy') ? 'H' : '') + ordered;
      });
      expect(text).not.toMatch(/UU/);
      expect(text).not.toMatch(/(^|H)H/);
    });
  });
});

/** `S` told, `R` answered with a restart, `A` a success after one, `|` the end of a restarted run, `O` an order. */
function stallWord(one: Seen): string {
  const { observation, before } = one;
  if (observation.kind === 'ordered') {
    return orderWord(one);
  }
  if (observation.kind === 'answer') {
    return 'A';
  }
  if (observation.kind === 'run_started' && before.stall.episode === 'restarted') {
    return '|';
  }
  return (said(one, 'silent') ? 'S' : '') + (saidRestarted(one) ? 'R' : '');
}

/** `O` for an order that begins or ends a run. */
function orderWord({ observation, before }: Seen): string {
  const isOrder = observation.kind === 'ordered';
  const counts =
    isOrder &&
    (observation.verb !== 'start' || before.health.upSinceMs === undefined || endsRun(before));
  return counts ? 'O' : '';
}

function parksIn({ atMs, verdicts }: Seen): (readonly [number, Park])[] {
  return verdicts.flatMap((verdict) => (verdict.kind === 'park' ? [[atMs, verdict] as const] : []));
}

function freeze(value: unknown): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) {
      freeze(part);
    }
  }
}

it('the histories reach every verdict', () => {
  const kinds = fc
    .sample(fc.tuple(history, settings), { numRuns: 400, seed: 49 })
    .flatMap(([moments, withSettings]) => seen(moments, withSettings))
    .flatMap(({ verdicts }) => verdicts.map(({ kind }) => kind));
  expect([...new Set(kinds)].toSorted()).toEqual([
    'answered',
    'healthy',
    'looping',
    'park',
    'release',
    'rotation_stuck',
    'silent',
    'unhealthy',
    'wedged',
  ]);
});
