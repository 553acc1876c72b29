import { describe, expect, it } from 'vitest';
import { type Guards, NEW_GUARDS, recall, remember, type Settings } from '../src/index.ts';
import { times, writer } from './turns.ts';
import {
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
const quota = main.refusal({ resetMs: START_MS + HOUR_MS });
const RESTARTS: Partial<Settings> = {
  stall: { timeoutMs: 10_000, action: 'restart', when: 'always' },
};

/** A daemon is killed, and the next one begins with what the store kept. */
function afterCrash(guards: Guards): Guards {
  return recall(JSON.parse(JSON.stringify(remember(guards))));
}

describe('a daemon that is killed and started again', () => {
  it('does not forget a park, and does not tell it twice', () => {
    const parked = afterCrash(
      judgeAll([
        [0, UP],
        [0, quota],
      ]).state,
    );
    expect(
      judgeAll(
        [
          [MINUTE_MS, TICK],
          [MINUTE_MS, quota],
        ],
        {},
        parked,
      ).verdicts,
    ).toEqual([]);
    expect(judgeAll([[HOUR_MS, TICK]], {}, parked).verdicts).toEqual([{ kind: 'release' }]);
  });

  it('releases at once what should have been released while nobody was there', () => {
    const parked = afterCrash(
      judgeAll([
        [0, UP],
        [0, quota],
      ]).state,
    );
    expect(judgeAll([[5 * HOUR_MS, TICK]], {}, parked).verdicts).toEqual([{ kind: 'release' }]);
  });

  it('goes on doubling the back-off', () => {
    const settings: Partial<Settings> = { kind: 'one_shot' };
    const fails = (atMs: number): Moment[] => [
      [atMs, UP],
      [atMs, main.refusal({})],
      [atMs, { kind: 'run_ended', failed: true }],
      [atMs + HOUR_MS, TICK],
    ];
    const once = afterCrash(judgeAll(fails(0), settings).state);
    expect(judgeAll(fails(2 * HOUR_MS), settings, once).verdicts[0]).toMatchObject({
      untilMs: START_MS + 2 * HOUR_MS + 30 * MINUTE_MS,
    });
  });

  it('goes on counting stalls in a row', () => {
    let guards = NEW_GUARDS;
    const actions: unknown[] = [];
    for (let boot = 0; boot < 8; boot += 1) {
      const { state, verdicts } = judgeAll(
        [
          [0, UP],
          [10_000, TICK],
          [11_000, TICK],
        ],
        RESTARTS,
        guards,
      );
      actions.push(...verdicts.map((verdict) => verdict.kind === 'silent' && verdict.action));
      guards = afterCrash(state);
    }
    expect(actions).toEqual([...times(5, () => ['restarted']), 'left_alone']);
  });

  it('does not tell a stall twice, and still says when it is over', () => {
    const stalled = afterCrash(
      judgeAll([
        [0, UP],
        [HOUR_MS, TICK],
      ]).state,
    );
    const { state, verdicts } = judgeAll(
      [
        [0, UP],
        [HOUR_MS, TICK],
      ],
      {},
      stalled,
    );
    expect(verdicts).toEqual([]);
    expect(judgeAll([[HOUR_MS, main.answer()]], {}, state).verdicts).toEqual([
      { kind: 'answered' },
    ]);
  });

  it('does not tell twice that a harness is unhealthy', () => {
    const bad = times(5, () => [{ kind: 'probed', healthy: false } as const]);
    const moments: Moment[] = [[0, UP], ...inSeconds(bad, MINUTE_MS)];
    const first = judgeAll(moments);
    expect(first.verdicts).toMatchObject([{ kind: 'unhealthy' }]);
    expect(judgeAll(moments, {}, afterCrash(first.state)).verdicts).toEqual([]);
  });

  it('knows when the last rotation was', () => {
    const wedge = [UP, ...times(2, () => [main.refusal({ class: 'context' })]), TICK];
    const rotated = judgeAll(inSeconds([...wedge, { kind: 'rotated' }])).state;
    expect(judgeAll(inSeconds(wedge, MINUTE_MS), {}, afterCrash(rotated)).verdicts).toMatchObject([
      { kind: 'rotation_stuck' },
    ]);
  });

  it('keeps an operator’s order until the run that it asked for', () => {
    const ordered: Moment = [HOUR_MS, { kind: 'ordered', verb: 'restart' }];
    const stalled = judgeAll([[0, UP], [HOUR_MS, TICK], ordered]).state;
    const { verdicts } = judgeAll(
      [
        [0, UP],
        [HOUR_MS, TICK],
      ],
      {},
      afterCrash(stalled),
    );
    expect(verdicts).toMatchObject([{ kind: 'silent' }]);
  });

  it('keeps it for the health of that run too', () => {
    const bad = times(3, () => [{ kind: 'probed', healthy: false } as const]);
    const moments: Moment[] = [[0, UP], ...inSeconds(bad, MINUTE_MS)];
    const ordered: Moment = [HOUR_MS, { kind: 'ordered', verb: 'restart' }];
    const told = judgeAll([...moments, ordered]).state;
    expect(judgeAll(moments, {}, afterCrash(told)).verdicts).toMatchObject([{ kind: 'unhealthy' }]);
  });

  it('takes nothing of the run that was up', () => {
    const seven = times(7, () => main.step('Bash', {}));
    const up = judgeAll(inSeconds([UP, ...seven, main.refusal({}), main.message()])).state;
    expect(afterCrash(up)).toEqual(NEW_GUARDS);
    expect(afterCrash(judgeAll([[0, DOWN]], {}, up).state)).toEqual(NEW_GUARDS);
  });
});

describe('what cannot be read', () => {
  it.each([undefined, null, 7, 'x', [], {}, { version: 2, parks: 3 }, { version: '1' }])(
    '%j is as if nothing were known',
    (stored) => {
      expect(recall(stored)).toEqual(NEW_GUARDS);
    },
  );

  it('is forgotten part by part', () => {
    const whole = remember(
      judgeAll([
        [0, UP],
        [HOUR_MS, TICK],
        [HOUR_MS, quota],
      ]).state,
    );
    const { park: _, ...withoutPark } = whole;
    const damaged = {
      ...whole,
      park: { rule: 'credits', untilMs: 'tomorrow' },
      parks: null,
      health: [],
    };
    expect(recall(damaged)).toEqual(recall({ ...withoutPark, parks: 0 }));
    expect(recall({ ...whole, stall: { restarts: -1, episode: 'gone' } }).stall).toEqual(
      NEW_GUARDS.stall,
    );
    expect(recall(whole).stall.episode).toBe('left_running');
  });
});
