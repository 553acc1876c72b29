import { describe, expect, it } from 'vitest';
import {
  type HealthSettings,
  type HealthState,
  NEVER_PROBED,
  type Observation,
  observeHealth,
  type Step,
} from '../src/index.ts';
import { contextOf, DOWN, judge, type Moment, UP } from './world.ts';

const NOTIFY: HealthSettings = { failures: 3, action: 'notify', startPeriodMs: 30_000 };
const RESTART: HealthSettings = { ...NOTIFY, action: 'restart' };
const BAD: Observation = { kind: 'probed', healthy: false, tail: 'port 9 is closed' };
const GOOD: Observation = { kind: 'probed', healthy: true };
const UNHEALTHY = { kind: 'unhealthy', failures: 3, tail: 'port 9 is closed' };

function judged(
  moments: readonly Moment[],
  health = NOTIFY,
  state = NEVER_PROBED,
): Step<HealthState> {
  const context = contextOf({ health });
  return judge(
    (before, observation, nowMs) => observeHealth(before, observation, context, nowMs),
    state,
    moments,
  );
}

/** Probes that come ten seconds apart. */
function probes(fromS: number, ...observations: Observation[]): Moment[] {
  return observations.map((observation, index) => [(fromS + index * 10) * 1000, observation]);
}

const up: Moment = [0, UP];

describe('a probe', () => {
  it.each(['notify', 'restart'] as const)(
    'that fails three times in a row asks for %s, once',
    (action) => {
      const moments = [up, ...probes(30, BAD, BAD, BAD, BAD, BAD, BAD, BAD)];
      expect(judged(moments, { ...NOTIFY, action }).verdicts).toEqual([{ ...UNHEALTHY, action }]);
    },
  );

  it('that printed nothing has no tail', () => {
    const silent: Observation = { kind: 'probed', healthy: false };
    expect(judged([up, ...probes(30, silent, silent, silent)]).verdicts).toEqual([
      { kind: 'unhealthy', failures: 3, action: 'notify' },
    ]);
  });

  it('that succeeds begins the count anew', () => {
    expect(judged([up, ...probes(30, BAD, BAD, GOOD, BAD, BAD)]).verdicts).toEqual([]);
  });

  it('that succeeds ends the episode, and the next one is told', () => {
    const { verdicts } = judged([up, ...probes(30, BAD, BAD, BAD, GOOD, GOOD, BAD, BAD, BAD)]);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['unhealthy', 'healthy', 'unhealthy']);
  });

  it('that fails before the start period is over does not count', () => {
    expect(judged([up, ...probes(0, BAD, BAD, BAD, BAD, BAD)]).verdicts).toEqual([]);
    expect(judged([up, ...probes(0, BAD, BAD, BAD, BAD, BAD, BAD)]).verdicts).toHaveLength(1);
    expect(judged([up, [29_999, BAD], [30_000, BAD], [30_001, BAD]]).verdicts).toEqual([]);
  });

  it('that fails while the harness is down does not count', () => {
    expect(judged([up, [40_000, DOWN], ...probes(50, BAD, BAD, BAD)]).verdicts).toEqual([]);
  });

  it('that is configured no more does not count', () => {
    const { health: _, ...settings } = contextOf().settings;
    const context = { ...contextOf(), settings };
    const state = judged([up, ...probes(30, BAD, BAD)]).state;
    expect(observeHealth(state, BAD, context, 90_000).verdicts).toEqual([]);
  });
});

describe('a new run', () => {
  const told = judged([up, ...probes(30, BAD, BAD, BAD)], RESTART).state;
  const nextRun: Moment[] = [[60_000, DOWN], [61_000, UP], ...probes(100, BAD, BAD, BAD, BAD)];

  it('counts anew', () => {
    const two = judged([up, ...probes(30, BAD, BAD)]).state;
    expect(
      judged([[60_000, DOWN], [61_000, UP], ...probes(100, BAD, BAD)], NOTIFY, two).verdicts,
    ).toEqual([]);
  });

  it('that the restart did not help is neither restarted nor told again', () => {
    expect(judged(nextRun, RESTART, told).verdicts).toEqual([]);
  });

  it.each([
    { verb: 'start', atMs: 60_500, found: 1 },
    { verb: 'restart', atMs: 55_000, found: 1 },
    { verb: 'start', atMs: 55_000, found: 0 },
  ] as const)(
    'after an operator’s $verb at $atMs ms is told $found times again',
    ({ verb, atMs, found }) => {
      const order: Moment = [atMs, { kind: 'ordered', verb }];
      const ordered = [...nextRun, order].toSorted(([one], [other]) => one - other);
      expect(judged(ordered, RESTART, told).verdicts).toHaveLength(found);
    },
  );

  it.each(['stop', 'restart'] as const)(
    'after an operator’s %s is not forestalled by the old one',
    (verb) => {
      const order: Moment = [62_000, { kind: 'ordered', verb }];
      expect(judged([up, order, ...probes(70, BAD, BAD, BAD, BAD)]).verdicts).toEqual([]);
      expect(judged([order, ...probes(70, BAD, BAD, BAD, BAD)], NOTIFY, told).verdicts).toEqual([]);
    },
  );

  it('after an operator’s stop is told again, and its success is nothing to tell', () => {
    const stop: Moment = [55_000, { kind: 'ordered', verb: 'stop' }];
    expect(judged([stop, ...nextRun], RESTART, told).verdicts).toHaveLength(1);
    expect(
      judged([stop, [60_000, DOWN], [61_000, UP], ...probes(100, GOOD)], RESTART, told).verdicts,
    ).toEqual([]);
  });
});
