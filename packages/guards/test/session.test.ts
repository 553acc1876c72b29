import type { Turn } from '@harness/turns';
import { describe, expect, it } from 'vitest';
import {
  NO_SESSIONS,
  type Observation,
  observeSession,
  type SessionState,
  type Verdict,
} from '../src/index.ts';
import { times, writer } from './turns.ts';
import { contextOf, HOUR_MS, inSeconds, judge, MINUTE_MS, type Moment, TICK, UP } from './world.ts';

const main = writer('s');
const newer = writer('t');
const child = writer('s', 'child');

const tooLong = (who = main, atMs?: number): Turn =>
  who.refusal({ class: 'context', rule: 'prompt_too_long' }, atMs);
const transport = (): Turn => main.refusal({ class: 'transport', rule: 'stream' });
const work = (): Turn[] => [main.message(), ...main.step('bash', { command: 'make' })];

function judged(
  moments: readonly Moment[],
  state: SessionState = NO_SESSIONS,
  rotates = true,
): { state: SessionState; verdicts: readonly Verdict[] } {
  const context = contextOf({ rotates });
  return judge(
    (before, observation, nowMs) => observeSession(before, observation, context, nowMs),
    state,
    moments,
  );
}

const verdicts = (observations: readonly Observation[]): readonly Verdict[] =>
  judged(inSeconds([UP, ...observations, TICK])).verdicts;

const WEDGED = [
  { name: 'two errors', turns: [...work(), tooLong(), tooLong()], failedTurns: 2 },
  {
    name: 'seven errors, a person asking again before each',
    turns: [...times(3, work), ...times(7, () => [main.message(), tooLong()])],
    failedTurns: 7,
  },
  {
    name: 'errors with another failure between',
    turns: [tooLong(), transport(), tooLong()],
    failedTurns: 2,
  },
  {
    name: 'errors while a sub-agent still works',
    turns: [tooLong(), ...child.step('bash', {}), tooLong()],
    failedTurns: 2,
  },
  {
    name: 'errors of a session that is active again after another',
    turns: [tooLong(), tooLong(), newer.message(), newer.answer(), main.message(), tooLong()],
    failedTurns: 3,
  },
];

describe('a wedged session', () => {
  it.each(WEDGED)('ends in $name', ({ turns, failedTurns }) => {
    expect(verdicts(turns)).toEqual([{ kind: 'wedged', failedTurns, session: 's' }]);
  });
});

const HEALTHY = [
  { name: 'work', turns: times(6, work) },
  { name: 'a single error', turns: [...work(), tooLong()] },
  { name: 'a success after three errors', turns: [...times(3, () => [tooLong()]), ...work()] },
  {
    name: 'a compaction after three errors',
    turns: [...times(3, () => [tooLong()]), main.compaction()],
  },
  { name: 'an error, a success and an error', turns: [tooLong(), ...work(), tooLong()] },
  { name: 'failures of other classes', turns: times(5, () => [transport()]) },
  { name: 'the errors of a sub-agent', turns: times(5, () => [tooLong(child)]) },
  { name: 'the beginning of another session', turns: [tooLong(), tooLong(), newer.message()] },
];

describe('a session that is not wedged', () => {
  it.each(HEALTHY)('ends in $name', ({ turns }) => {
    expect(verdicts(turns)).toEqual([]);
  });

  it('belongs to a harness whose store may not be archived', () => {
    const moments = inSeconds([UP, tooLong(), tooLong(), TICK]);
    expect(judged(moments, NO_SESSIONS, false).verdicts).toEqual([]);
  });

  it('was wedged by errors of an earlier run', () => {
    expect(verdicts([tooLong(), UP, tooLong()])).toEqual([]);
  });
});

it('is judged when the transcript was read to its end, not in the middle', () => {
  const { state, verdicts: early } = judged(inSeconds([UP, tooLong(), tooLong(), tooLong()]));
  expect(early).toEqual([]);
  expect(
    judged(
      [
        [4000, main.answer()],
        [5000, TICK],
      ],
      state,
    ).verdicts,
  ).toEqual([]);
  expect(judged([[5000, TICK]], state).verdicts).toHaveLength(1);
});

it.each([
  { ageMs: 15 * MINUTE_MS, found: 1 },
  { ageMs: 15 * MINUTE_MS + 1, found: 0 },
  { ageMs: -HOUR_MS, found: 1 },
])('errors of which the newest is $ageMs ms old give $found verdicts', ({ ageMs, found }) => {
  const nowMs = 10 * HOUR_MS;
  const turns = [tooLong(main, nowMs - 9 * HOUR_MS), tooLong(main, nowMs - ageMs)];
  const moments: Moment[] = [UP, ...turns, TICK].map((observation) => [nowMs, observation]);
  expect(judged(moments).verdicts).toHaveLength(found);
});

it('an error that claims to come from next year grows old like any', () => {
  const future = tooLong(main, 365 * 24 * HOUR_MS);
  expect(
    judged([
      [0, UP],
      [0, future],
      [0, future],
      [16 * MINUTE_MS, TICK],
    ]).verdicts,
  ).toEqual([]);
});

it('says so once a run', () => {
  const wedging = [tooLong(), tooLong(), TICK];
  expect(judged(inSeconds([UP, ...wedging, TICK, ...wedging, ...wedging])).verdicts).toHaveLength(
    1,
  );
});

describe('a second rotation', () => {
  const wedge = (atMs: number): Moment[] =>
    [UP, tooLong(), tooLong(), TICK].map((observation) => [atMs, observation]);
  const first = judged([...wedge(0), [5000, { kind: 'rotated' }]]).state;

  it.each([
    { afterMs: HOUR_MS - 1, kind: 'rotation_stuck' },
    { afterMs: HOUR_MS, kind: 'wedged' },
    { afterMs: -30 * MINUTE_MS, kind: 'rotation_stuck' },
    { afterMs: -24 * HOUR_MS, kind: 'wedged' },
  ])('$afterMs ms after the first is $kind', ({ afterMs, kind }) => {
    expect(judged(wedge(5000 + afterMs), first).verdicts).toMatchObject([{ kind, failedTurns: 2 }]);
  });

  it('is none when the first could not be finished', () => {
    const unfinished = judged(wedge(0)).state;
    expect(judged(wedge(60_000), unfinished).verdicts).toMatchObject([{ kind: 'wedged' }]);
  });

  it('names the step that did not succeed', () => {
    expect(judged(wedge(60_000), first).verdicts).toEqual([
      { kind: 'rotation_stuck', failedTurns: 2, step: 'a second rotation within an hour' },
    ]);
  });
});

it('follows no more than 16 sessions at a time', () => {
  const turns = times(100, (index) => [writer(`${index}`).message()]);
  expect(judged(inSeconds(turns)).state.sessions).toHaveLength(16);
});
