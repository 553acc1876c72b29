import type { Turn } from '@harness/turns';
import { describe, expect, it } from 'vitest';
import {
  NEVER_STALLED,
  type Observation,
  observeStall,
  type StallSettings,
  type StallState,
  type Step,
  type Verdict,
} from '../src/index.ts';
import { times, writer } from './turns.ts';
import { contextOf, DOWN, judge, type Moment, SLEPT, TICK, UP } from './world.ts';

const main = writer('s');
const child = writer('s', 'child');
const TIMEOUT_MS = 60_000;
const NOTIFY: StallSettings = { timeoutMs: TIMEOUT_MS, action: 'notify', when: 'always' };
const RESTART: StallSettings = { ...NOTIFY, action: 'restart' };
const BUSY: StallSettings = { ...NOTIFY, when: 'busy' };

function judged(
  moments: readonly Moment[],
  stall: StallSettings = NOTIFY,
  state: StallState = NEVER_STALLED,
): Step<StallState> {
  const context = contextOf({ stall });
  return judge(
    (before, observation, nowMs) => observeStall(before, observation, context, nowMs),
    state,
    moments,
  );
}

/** Looks every second from one second to another. */
function looks(fromS: number, toS: number): Moment[] {
  return Array.from({ length: toS - fromS + 1 }, (_, index) => [(fromS + index) * 1000, TICK]);
}

const LEFT_RUNNING: Verdict = {
  kind: 'silent',
  silentMs: TIMEOUT_MS,
  timeoutMs: TIMEOUT_MS,
  action: 'left_running',
};

describe('silence', () => {
  it('of stall_timeout after the start is told once, however often it is looked at', () => {
    expect(judged([[0, UP], ...looks(1, 59)]).verdicts).toEqual([]);
    expect(judged([[0, UP], ...looks(1, 600)]).verdicts).toEqual([LEFT_RUNNING]);
  });

  it('counts from the last success', () => {
    const moments: Moment[] = [[0, UP], [50_000, main.answer()], ...looks(51, 109)];
    expect(judged(moments).verdicts).toEqual([]);
    expect(judged([...moments, [110_000, TICK]]).verdicts).toEqual([LEFT_RUNNING]);
  });

  it('counts from the start of the run when the last success was in an earlier one', () => {
    const moments: Moment[] = [
      [0, UP],
      [1000, main.answer()],
      [2000, DOWN],
      [50_000, UP],
    ];
    expect(judged([...moments, ...looks(51, 109)]).verdicts).toEqual([]);
    expect(judged([...moments, ...looks(51, 110)]).verdicts).toEqual([LEFT_RUNNING]);
  });

  it.each<{ name: string; turn: Turn }>([
    { name: 'retries', turn: main.retry('overloaded') },
    { name: 'refusals', turn: main.refusal({ class: 'auth', rule: 'login' }) },
    { name: 'messages of a person', turn: main.message() },
    { name: 'results of tools', turn: main.result('x', 'y') },
    { name: 'calls', turn: main.call('Bash', {}) },
  ])('is not ended by $name', ({ turn }) => {
    const moments = times(60, (second): Moment[] => [[(second + 1) * 1000, turn]]);
    expect(judged([[0, UP], ...moments, [60_000, TICK]]).verdicts).toHaveLength(1);
  });

  it('is ended by the success of a sub-agent', () => {
    expect(
      judged([
        [0, UP],
        [59_000, child.answer()],
        [60_000, TICK],
      ]).verdicts,
    ).toEqual([]);
  });

  it('of a harness that is down is none', () => {
    expect(judged([[0, UP], [1000, DOWN], [1500, SLEPT], ...looks(2, 300)]).verdicts).toEqual([]);
    expect(judged(looks(1, 300)).verdicts).toEqual([]);
  });

  it('is not ended by what is read of a run that is over', () => {
    const stalled = judged([
      [0, UP],
      [60_000, TICK],
      [61_000, DOWN],
    ]).state;
    const late = judged(
      [
        [62_000, main.answer()],
        [63_000, UP],
        [200_000, TICK],
      ],
      NOTIFY,
      stalled,
    );
    expect(late.verdicts).toEqual([]);
  });

  it('of a one-shot is none', () => {
    const context = contextOf({ kind: 'one_shot', stall: NOTIFY });
    const up = observeStall(NEVER_STALLED, UP, context, 0).state;
    expect(observeStall(up, TICK, context, 1e9).verdicts).toEqual([]);
  });

  it('of a harness without a timeout is none', () => {
    const { stall: _, ...settings } = contextOf().settings;
    const context = { ...contextOf(), settings };
    const up = observeStall(NEVER_STALLED, UP, context, 0).state;
    expect(observeStall(up, TICK, context, 1e9).verdicts).toEqual([]);
  });

  it('while the host slept is none, and counts anew when it wakes', () => {
    const moments: Moment[] = [
      [0, UP],
      [30_000, TICK],
      [28_830_000, SLEPT],
      [28_830_000, TICK],
    ];
    expect(judged([...moments, [28_889_999, TICK]]).verdicts).toEqual([]);
    expect(judged([...moments, [28_890_000, TICK]]).verdicts).toEqual([LEFT_RUNNING]);
  });

  it('says what the provider said last to an agent that tries again', () => {
    const refusedWith = (turns: readonly Turn[]): unknown => {
      const moments = turns.map((turn): Moment => [1000, turn]);
      return judged([[0, UP], ...moments, [TIMEOUT_MS, TICK]]).verdicts.at(-1);
    };
    const login = main.refusal({ class: 'auth', rule: 'login' });
    expect(refusedWith([main.retry('overloaded')])).toMatchObject({ refusedWith: 'overloaded' });
    expect(refusedWith([login, main.message(), login])).toMatchObject({ refusedWith: 'login' });
    expect(refusedWith([login])).not.toHaveProperty('refusedWith');
    const answered = judged([
      [0, UP],
      [1, main.retry('server')],
      [2, main.answer()],
      [TIMEOUT_MS + 2, TICK],
    ]);
    expect(answered.verdicts.at(-1)).not.toHaveProperty('refusedWith');
  });
});

describe('a success', () => {
  const stalled = judged([
    [0, UP],
    [TIMEOUT_MS, TICK],
  ]).state;

  it('closes a stall that was told, once', () => {
    const { verdicts } = judged(
      [
        [70_000, main.answer()],
        [71_000, main.answer()],
      ],
      NOTIFY,
      stalled,
    );
    expect(verdicts).toEqual([{ kind: 'answered' }]);
  });

  it('without a stall before it says nothing', () => {
    expect(
      judged([
        [0, UP],
        [1, main.answer()],
      ]).verdicts,
    ).toEqual([]);
  });

  it('lets the next stall be told', () => {
    const { verdicts } = judged([[70_000, main.answer()], ...looks(71, 300)], NOTIFY, stalled);
    expect(verdicts).toEqual([{ kind: 'answered' }, LEFT_RUNNING]);
  });

  it('closes it in a later run too', () => {
    const later: Moment[] = [
      [70_000, DOWN],
      [80_000, UP],
      [90_000, main.answer()],
    ];
    expect(judged(later, NOTIFY, stalled).verdicts).toEqual([{ kind: 'answered' }]);
  });
});

describe('an episode', () => {
  const stalled = judged([
    [0, UP],
    [TIMEOUT_MS, TICK],
  ]).state;
  const nextRun: Moment[] = [[70_000, DOWN], [80_000, UP], ...looks(81, 500)];

  it('goes on through a run that nobody asked for', () => {
    expect(judged(nextRun, NOTIFY, stalled).verdicts).toEqual([]);
  });

  it.each([
    { verb: 'start', atMs: 75_000 },
    { verb: 'restart', atMs: 65_000 },
  ] as const)('is told anew in the run after an operator’s $verb', ({ verb, atMs }) => {
    const order: Moment = [atMs, { kind: 'ordered', verb }];
    const ordered = [...nextRun, order].toSorted(([one], [other]) => one - other);
    const { state, verdicts } = judged(ordered, NOTIFY, stalled);
    expect(verdicts).toEqual([LEFT_RUNNING]);
    const answered = judged([[501_000, main.answer()]], NOTIFY, state);
    expect(answered.verdicts).toEqual([{ kind: 'answered' }]);
  });

  it.each(['stop', 'restart'] as const)(
    'does not begin in a run that an operator’s %s ends',
    (verb) => {
      const order = (atMs: number): Moment => [atMs, { kind: 'ordered', verb }];
      expect(judged([[0, UP], order(59_000), ...looks(60, 69)]).verdicts).toEqual([]);
      expect(judged([order(61_000), ...looks(62, 70)], NOTIFY, stalled).verdicts).toEqual([]);
    },
  );

  it('is told once in the runs after a start that changed nothing', () => {
    const order: Moment = [30_000, { kind: 'ordered', verb: 'start' }];
    expect(judged([[0, UP], order, ...looks(60, 69), ...nextRun]).verdicts).toEqual([LEFT_RUNNING]);
  });

  it('is not told anew by a start that changes nothing', () => {
    const order: Moment = [65_000, { kind: 'ordered', verb: 'start' }];
    expect(judged([order, ...looks(66, 300)], NOTIFY, stalled).verdicts).toEqual([]);
  });

  it('is ended by an operator’s stop without a word', () => {
    const stop: Moment = [65_000, { kind: 'ordered', verb: 'stop' }];
    const { state, verdicts } = judged([stop, ...nextRun], NOTIFY, stalled);
    expect(verdicts).toEqual([LEFT_RUNNING]);
    const answered: Moment[] = [stop, [70_000, DOWN], [80_000, UP], [81_000, main.answer()]];
    expect(judged(answered, NOTIFY, stalled).verdicts).toEqual([]);
    expect(state.told).toBe(true);
  });
});

/** Does what the guard says: a restart takes five seconds. */
function obey(
  observeFor: number,
  turnsAt: (second: number) => readonly Observation[] = () => [],
): Step<StallState> {
  let step = judged([[0, UP]], RESTART);
  const verdicts: Verdict[] = [];
  for (let second = 1; second <= observeFor; second += 1) {
    const moments = [...turnsAt(second), TICK].map(
      (observation): Moment => [second * 1000, observation],
    );
    step = judged(moments, RESTART, step.state);
    verdicts.push(...step.verdicts);
    if (
      step.verdicts.some((verdict) => verdict.kind === 'silent' && verdict.action === 'restarted')
    ) {
      step = judged(
        [
          [second * 1000 + 1, DOWN],
          [second * 1000 + 2, UP],
        ],
        RESTART,
        step.state,
      );
    }
  }
  return { state: step.state, verdicts };
}

describe('stall_action = restart', () => {
  const restarted = (restarts: number): unknown =>
    expect.objectContaining({ action: 'restarted', restarts });

  it('restarts five times in a row, then leaves it alone and says so once', () => {
    const { verdicts } = obey(4000);
    expect(verdicts).toEqual([
      ...[1, 2, 3, 4, 5].map(restarted),
      expect.objectContaining({ action: 'left_alone' }),
    ]);
    expect(verdicts.at(-1)).not.toHaveProperty('restarts');
  });

  it('counts five anew after a success', () => {
    const { verdicts } = obey(200, (second) => (second === 150 ? [main.answer()] : []));
    expect(verdicts).toEqual([restarted(1), restarted(2), { kind: 'answered' }]);
    const { verdicts: more } = obey(250, (second) => (second === 150 ? [main.answer()] : []));
    expect(more.at(-1)).toEqual(restarted(1));
  });

  it('says nothing more while the old run ends', () => {
    const stalled = judged([[0, UP], ...looks(1, 90)], RESTART);
    expect(stalled.verdicts).toEqual([restarted(1)]);
  });
});

describe('stall_when = busy', () => {
  it('never calls an agent stalled that waits at its prompt', () => {
    const turns = [main.message(), main.answer(), main.rest()];
    const moments = turns.map((turn, index): Moment => [(index + 1) * 1000, turn]);
    expect(judged([[0, UP], ...looks(1, 600)], BUSY).verdicts).toEqual([]);
    expect(judged([[0, UP], ...moments, ...looks(4, 600)], BUSY).verdicts).toEqual([]);
  });

  it.each<{ name: string; turns: readonly Turn[] }>([
    { name: 'asked', turns: [main.message()] },
    { name: 'asked in a new session', turns: [writer('old').message(), main.message()] },
    { name: 'in the middle of a tool', turns: [main.call('Bash', {})] },
    { name: 'trying again', turns: [main.retry('overloaded')] },
  ])('counts the silence of an agent that is $name from then on', ({ turns }) => {
    const moments = turns.map((turn): Moment => [500_000, turn]);
    expect(judged([[0, UP], ...moments, ...looks(501, 559)], BUSY).verdicts).toEqual([]);
    expect(judged([[0, UP], ...moments, ...looks(501, 560)], BUSY).verdicts).toMatchObject([
      { silentMs: TIMEOUT_MS },
    ]);
  });

  it('is not put off by sessions that only try again in turn', () => {
    const retries = times(60, (second): Moment[] => [
      [second * 1000, (second % 2 === 0 ? main : writer('t')).retry('overloaded')],
    ]);
    expect(judged([[0, UP], ...retries, [60_000, TICK]], BUSY).verdicts).toHaveLength(1);
  });

  it('is not ended by the rest of another session', () => {
    const turns = [main.message(), writer('t').rest()];
    const moments = turns.map((turn): Moment => [0, turn]);
    expect(judged([[0, UP], ...moments, [60_000, TICK]], BUSY).verdicts).toHaveLength(1);
  });

  it.each<{ name: string; turns: readonly Turn[] }>([
    { name: 'gave up on a refusal', turns: [main.message(), main.refusal({ class: 'auth' })] },
    { name: 'only has a sub-agent’s leftovers', turns: [child.call('Bash', {})] },
  ])('does not count for an agent that $name', ({ turns }) => {
    const moments = turns.map((turn): Moment => [1000, turn]);
    expect(judged([[0, UP], ...moments, ...looks(2, 600)], BUSY).verdicts).toEqual([]);
  });
});
