import type { RefusalTurn, Turn } from '@harness/turns';
import { describe, expect, it } from 'vitest';
import {
  NEVER_REFUSED,
  observeQuota,
  type QuotaState,
  type Settings,
  type Step,
  type Verdict,
} from '../src/index.ts';
import { times, writer } from './turns.ts';
import {
  CRASHED,
  contextOf,
  DAY_MS,
  DOWN,
  HOUR_MS,
  inSeconds,
  judge,
  MINUTE_MS,
  type Moment,
  START_MS,
  TICK,
  UP,
} from './world.ts';

const main = writer('s');
const ONE_SHOT = { kind: 'one_shot' } as const;

function refused(refusal: Partial<RefusalTurn['refusal']> = {}, atMs?: number): Turn {
  return main.refusal(refusal, atMs);
}

function judged(
  moments: readonly Moment[],
  settings: Partial<Settings> = {},
  state: QuotaState = NEVER_REFUSED,
): Step<QuotaState> {
  const context = contextOf(settings);
  return judge(
    (before, observation, atMs) => observeQuota(before, observation, context, START_MS + atMs),
    state,
    moments,
  );
}

function verdicts(turns: readonly Moment[1][], settings?: Partial<Settings>): readonly Verdict[] {
  return judged(inSeconds([UP, ...turns]), settings).verdicts;
}

const UNTIL_MS = START_MS + 5 * HOUR_MS;
const until = (untilMs: number): Verdict => ({ kind: 'park', rule: 'usage_window', untilMs });

describe('a refusal that names a reset', () => {
  it.each(['resident', 'one_shot'] as const)('parks a %s until then', (kind) => {
    expect(verdicts([refused({ resetMs: UNTIL_MS })], { kind })).toEqual([until(UNTIL_MS)]);
  });

  it('parks once, whatever else the run writes', () => {
    const turns = times(4, () => [main.message(), refused({ resetMs: UNTIL_MS })]);
    expect(verdicts([...turns, main.answer(), CRASHED])).toHaveLength(1);
  });

  it('more than eight days ahead is held to eight days', () => {
    const resetMs = START_MS + 400 * DAY_MS;
    expect(judged([[0, refused({ resetMs })]]).verdicts).toEqual([
      { ...until(START_MS + 8 * DAY_MS), held: true },
    ]);
    const held = refused({ resetMs: UNTIL_MS, held: true });
    expect(judged([[0, held]]).verdicts).toEqual([{ ...until(UNTIL_MS), held: true }]);
  });

  it('that has passed parks no more than one without', () => {
    expect(verdicts([refused({ resetMs: START_MS - 1 })])).toEqual([]);
  });

  it('parks what a sub-agent was refused too', () => {
    const turn = writer('s', 'child').refusal({ resetMs: UNTIL_MS });
    expect(verdicts([turn])).toEqual([until(UNTIL_MS)]);
  });
});

const IN_TEN_MINUTES: readonly Moment[] = [
  [0, refused()],
  [5 * MINUTE_MS, refused()],
  [10 * MINUTE_MS, refused()],
];

describe('refusals without a reset', () => {
  it('park a resident when there are three in ten minutes', () => {
    expect(judged(IN_TEN_MINUTES.slice(0, 2)).verdicts).toEqual([]);
    expect(judged(IN_TEN_MINUTES).verdicts).toEqual([until(START_MS + 25 * MINUTE_MS)]);
  });

  it.each<{ name: string; moments: readonly Moment[] }>([
    {
      name: 'are spread wider',
      moments: [
        [0, refused()],
        [300_000, refused()],
        [600_001, refused()],
      ],
    },
    {
      name: 'have a success between',
      moments: inSeconds([refused(), refused(), main.answer(), refused()]),
    },
    { name: 'fall into two runs', moments: inSeconds([refused(), refused(), UP, refused()]) },
    { name: 'are tried again', moments: inSeconds(times(5, () => [main.retry('rate_limit')])) },
    {
      name: 'are overload',
      moments: inSeconds(times(5, () => [refused({ class: 'other', rule: 'overloaded' })])),
    },
    {
      name: 'are logins',
      moments: inSeconds(times(9, () => [refused({ class: 'auth', rule: 'login' })])),
    },
    { name: 'are contexts', moments: inSeconds(times(4, () => [refused({ class: 'context' })])) },
    {
      name: 'were written at other times than their order says',
      moments: [11, 0, 0].map((minute) => [
        11 * MINUTE_MS,
        refused({}, START_MS + minute * MINUTE_MS),
      ]),
    },
    {
      name: 'were written hours apart, though they are read at once',
      moments: [0, 1, 2].map((hour) => [3 * HOUR_MS, refused({}, START_MS + hour * HOUR_MS)]),
    },
  ])('do not park a resident when they $name', ({ moments }) => {
    expect(judged(moments).verdicts).toEqual([]);
  });

  it('park a resident although one of them claims to come from next year', () => {
    const late = refused({}, START_MS + 365 * DAY_MS);
    expect(judged(inSeconds([late, refused(), refused()])).verdicts).toHaveLength(1);
  });

  it('park a one-shot whose run fails on one', () => {
    const failed = judged(
      [
        [0, refused()],
        [1000, CRASHED],
      ],
      ONE_SHOT,
    );
    expect(failed.verdicts).toEqual([until(START_MS + 1000 + 15 * MINUTE_MS)]);
  });

  it.each<{ name: string; observations: readonly Moment[1][] }>([
    { name: 'ends well', observations: [refused(), DOWN] },
    { name: 'had a success after it', observations: [refused(), main.answer(), CRASHED] },
    {
      name: 'failed on something else',
      observations: [refused(), refused({ class: 'transport' }), CRASHED],
    },
    { name: 'is another one', observations: [refused(), UP, CRASHED] },
    { name: 'goes on', observations: times(9, () => [refused()]) },
  ])('do not park a one-shot whose run $name', ({ observations }) => {
    expect(verdicts(observations, ONE_SHOT)).toEqual([]);
  });

  it('do not park a resident that exits on one', () => {
    expect(verdicts([refused(), CRASHED])).toEqual([]);
  });
});

/** Fails on a refusal, is parked and released again, over and over; gives how long each park was. */
function parksOf(
  state: QuotaState,
  count: number,
  settings: Partial<Settings> = ONE_SHOT,
): { lengths: number[]; state: QuotaState } {
  let atMs = 0;
  let now = state;
  const lengths: number[] = [];
  for (let round = 0; round < count; round += 1) {
    now = judged(
      [
        [atMs, UP],
        [atMs, refused()],
        [atMs, CRASHED],
      ],
      settings,
      now,
    ).state;
    const endMs = (now.park?.untilMs ?? 0) - START_MS;
    lengths.push(endMs - atMs);
    atMs = endMs;
    now = judged([[atMs, TICK]], settings, now).state;
  }
  return { lengths, state: now };
}

describe('the back-off', () => {
  const minutes = (list: readonly number[]): number[] => list.map((ms) => ms / MINUTE_MS);

  it('doubles for each park without a success, to its longest', () => {
    const { lengths } = parksOf(NEVER_REFUSED, 8);
    expect(minutes(lengths)).toEqual([15, 30, 60, 120, 240, 360, 360, 360]);
  });

  it('starts anew after a success', () => {
    const { state } = parksOf(NEVER_REFUSED, 3);
    const answered = judged(
      [
        [0, UP],
        [0, main.answer()],
      ],
      ONE_SHOT,
      state,
    ).state;
    expect(answered).toEqual(NEVER_REFUSED);
    expect(minutes(parksOf(answered, 2).lengths)).toEqual([15, 30]);
  });

  it('stays at its longest however often it doubled', () => {
    const { lengths } = parksOf(NEVER_REFUSED, 2000);
    expect(minutes(lengths).at(-1)).toBe(360);
  });
});

describe('a park', () => {
  const parked = judged([
    [0, UP],
    [0, refused({ resetMs: UNTIL_MS })],
  ]).state;
  const at = (atMs: number, observation: Moment[1] = TICK): Step<QuotaState> =>
    judged([[atMs, observation]], {}, parked);

  it('ends by itself at its time, once', () => {
    expect(at(5 * HOUR_MS - 1).verdicts).toEqual([]);
    const { state, verdicts: said } = at(5 * HOUR_MS);
    expect(said).toEqual([{ kind: 'release' }]);
    expect(judged([[6 * HOUR_MS, TICK]], {}, state).verdicts).toEqual([]);
  });

  it('ends at once when an operator starts it, and not when one stops it', () => {
    expect(at(1, { kind: 'ordered', verb: 'start' }).verdicts).toEqual([{ kind: 'release' }]);
    expect(at(1, { kind: 'ordered', verb: 'restart' }).verdicts).toEqual([{ kind: 'release' }]);
    expect(at(1, { kind: 'ordered', verb: 'stop' })).toEqual({ state: parked, verdicts: [] });
  });

  it('lets a provider that still refuses park it again', () => {
    const released = at(5 * HOUR_MS).state;
    const again = judged(
      [
        [5 * HOUR_MS, UP],
        [5 * HOUR_MS + 1000, refused({ resetMs: UNTIL_MS + HOUR_MS })],
      ],
      {},
      released,
    );
    expect(again.verdicts).toEqual([until(UNTIL_MS + HOUR_MS)]);
  });

  it('lasts no longer than eight days from now when the clock is set back', () => {
    const back = at(-1000 * DAY_MS).state;
    expect(back.park?.untilMs).toBe(START_MS - 992 * DAY_MS);
  });

  it('for a back-off lasts no longer than it was meant to when the clock is set back', () => {
    const { state } = judged(IN_TEN_MINUTES);
    const back = judged([[-DAY_MS, TICK]], {}, state).state;
    expect(back.park?.untilMs).toBe(START_MS - DAY_MS + 15 * MINUTE_MS);
  });
});

describe('a quota group', () => {
  const member = { quota: { backoffMs: 1000, backoffMaxMs: 9000, group: 'shared' } };
  const joined: Moment = [0, { kind: 'group_parked', rule: 'credits', untilMs: UNTIL_MS }];

  it('is named by the one that was refused', () => {
    expect(verdicts([refused({ resetMs: UNTIL_MS })], member)).toEqual([
      { ...until(UNTIL_MS), group: 'shared' },
    ]);
  });

  it('parks each of its members once', () => {
    expect(judged([joined, joined], member).verdicts).toEqual([
      { kind: 'park', rule: 'credits', untilMs: UNTIL_MS, group: 'shared' },
    ]);
  });

  it('parks nobody for a time that has passed', () => {
    expect(judged([[5 * HOUR_MS, joined[1]]], member).verdicts).toEqual([]);
  });
});
