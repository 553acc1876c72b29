import { describe, expect, it } from 'vitest';
import { endsRun, type Guards, NEW_GUARDS, type Settings } from '../src/index.ts';
import { times, writer } from './turns.ts';
import {
  CRASHED,
  DOWN,
  HOUR_MS,
  inSeconds,
  judgeAll,
  MINUTE_MS,
  type Moment,
  START_MS,
  TICK,
  UP,
} from './world.ts';

const main = writer('s');
const loop = times(8, () => main.step('Bash', { command: 'true' }));
const tooLong = main.refusal({ class: 'context', rule: 'prompt_too_long' });
const quota = main.refusal({ resetMs: START_MS + HOUR_MS });
const BAD = { kind: 'probed', healthy: false } as const;

function kinds(
  moments: readonly Moment[],
  settings: Partial<Settings> = {},
  guards: Guards = NEW_GUARDS,
): string[] {
  return judgeAll(moments, settings, guards).verdicts.map(({ kind }) => kind);
}

describe('once a guard has asked for the end of the run', () => {
  const stopped = judgeAll(inSeconds([UP, ...loop])).state;
  const later: Moment[] = [
    ...inSeconds([quota, tooLong, tooLong, ...loop, BAD, BAD, BAD, TICK], MINUTE_MS),
    [3 * HOUR_MS, TICK],
  ];

  it('what the run still does has no verdict', () => {
    expect(endsRun(stopped)).toBe(true);
    expect(judgeAll(later, {}, stopped)).toEqual({ state: stopped, verdicts: [] });
    expect(kinds([[0, UP], ...later.slice(0, -1), [HOUR_MS, DOWN], ...later.slice(-1)])).toEqual([
      'park',
      'release',
    ]);
  });

  it('the next run is watched again', () => {
    const { state } = judgeAll(
      [
        [HOUR_MS, DOWN],
        [HOUR_MS, UP],
      ],
      {},
      stopped,
    );
    expect(endsRun(state)).toBe(false);
    expect(kinds(inSeconds(loop, 2 * HOUR_MS), {}, state)).toEqual(['looping']);
  });
});

it.each<{ name: string; observations: readonly Moment[1][]; settings: Partial<Settings> }>([
  { name: 'looping', observations: loop, settings: {} },
  { name: 'wedged', observations: [tooLong, tooLong, TICK], settings: {} },
  { name: 'park', observations: [quota], settings: {} },
  {
    name: 'silent',
    observations: [TICK],
    settings: { stall: { timeoutMs: 0, action: 'restart', when: 'always' } },
  },
  {
    name: 'unhealthy',
    observations: [BAD],
    settings: { health: { failures: 1, action: 'restart', startPeriodMs: 0 } },
  },
])('$name asks for the end of the run', ({ name, observations, settings }) => {
  const { state, verdicts } = judgeAll(inSeconds([UP, ...observations]), settings);
  expect(verdicts).toMatchObject([{ kind: name }]);
  expect(endsRun(state)).toBe(true);
  expect(endsRun(judgeAll([[9000, UP]], settings, state).state)).toBe(name === 'park');
});

it.each<{ name: string; observations: readonly Moment[1][]; settings: Partial<Settings> }>([
  {
    name: 'silent',
    observations: [TICK],
    settings: { stall: { timeoutMs: 0, action: 'notify', when: 'always' } },
  },
  {
    name: 'unhealthy',
    observations: [BAD],
    settings: { health: { failures: 1, action: 'notify', startPeriodMs: 0 } },
  },
])('$name that only tells lets the other guards go on', ({ name, observations, settings }) => {
  const found = kinds(inSeconds([UP, ...observations, ...loop]), settings);
  expect(found[0]).toBe(name);
  expect(found).toContain('looping');
});

it('a wedged session that is silent too is rotated, not told as a stall', () => {
  const settings = { stall: { timeoutMs: 10_000, action: 'restart', when: 'always' } } as const;
  expect(
    kinds(
      [
        [0, UP],
        [1, tooLong],
        [2, tooLong],
        [10_000, TICK],
      ],
      settings,
    ),
  ).toEqual(['wedged']);
});

it('parks on the quota of a run that failed, although its clock of silence has ended', () => {
  const settings = { kind: 'one_shot' } as const;
  const refused = main.refusal({ rule: 'credits' });
  expect(kinds(inSeconds([UP, refused, CRASHED]), settings)).toEqual(['park']);
  expect(kinds(inSeconds([UP, refused, DOWN]), settings)).toEqual([]);
});

it.each(['stop', 'restart'] as const)(
  'a run that an operator’s %s ends is judged no more',
  (verb) => {
    const order = { kind: 'ordered', verb } as const;
    const ending = [UP, order, ...loop, quota, tooLong, tooLong, TICK, BAD, BAD, BAD];
    expect(kinds(inSeconds(ending))).toEqual([]);
    expect(kinds(inSeconds([...ending, DOWN, UP, ...loop]))).toEqual(['looping']);
  },
);

it('a start of a harness that is up lets the guards go on', () => {
  expect(kinds(inSeconds([UP, { kind: 'ordered', verb: 'start' }, ...loop]))).toEqual(['looping']);
});

it('a park that an operator ends is not begun again by what its run still writes', () => {
  const ordered = { kind: 'ordered', verb: 'start' } as const;
  const observations = [UP, quota, ordered, quota, DOWN, UP];
  expect(kinds(inSeconds(observations))).toEqual(['park', 'release']);
  expect(kinds(inSeconds([...observations, quota]))).toEqual(['park', 'release', 'park']);
});

it('releases a parked harness that an operator starts', () => {
  const ordered = { kind: 'ordered', verb: 'start' } as const;
  expect(kinds(inSeconds([UP, quota, DOWN, ordered]))).toEqual(['park', 'release']);
});

it('measures parks by Unix time and silence by the steady clock', () => {
  const parked = judgeAll([
    [0, UP],
    [0, quota],
  ]);
  expect(parked.verdicts).toMatchObject([{ untilMs: START_MS + HOUR_MS }]);
  const silent = judgeAll([
    [0, UP],
    [20 * MINUTE_MS, TICK],
  ]);
  expect(silent.verdicts).toMatchObject([{ kind: 'silent', silentMs: 20 * MINUTE_MS }]);
});
