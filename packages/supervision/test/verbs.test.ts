import { describe, expect, it } from 'vitest';
import { type Input, initial, type Lifecycle, wantsStart } from '../src/index.ts';
import {
  type Behaviour,
  CONFIG,
  CONTEXT,
  crasher,
  GUARD,
  OPERATOR,
  openWorld,
  SLEEPER,
  type World,
} from './world.ts';

const START: Input = { kind: 'start', order: OPERATOR };
const STOP: Input = { kind: 'stop', order: OPERATOR };
const RESTART: Input = { kind: 'restart', order: OPERATOR };

function started(behaviour: Behaviour | ((run: number) => Behaviour), from?: Lifecycle): World {
  const program = typeof behaviour === 'function' ? behaviour : () => behaviour;
  const world = openWorld(program, CONTEXT, from);
  world.send(START);
  return world;
}

function kinds(world: World): readonly string[] {
  return world.happenings.map(({ effect }) => effect.kind);
}

const running = (behaviour: Behaviour = SLEEPER): World => {
  const world = started(behaviour);
  world.advanceTo(20_000);
  return world;
};

describe('stop', () => {
  it('asks politely and is done when the run has exited and nothing of it is left', () => {
    const world = running({ obeysTermMs: 50, clearMs: 200 });
    world.send(STOP);
    world.advanceTo(60_000);
    expect(kinds(world).slice(2)).toEqual(['terminate', 'wake', 'sweep', 'settled']);
    expect(world.states().slice(2)).toEqual([
      [20_000, 'stopping'],
      [20_250, 'stopped'],
    ]);
    expect(world.lifecycle().intent).toEqual({ wanted: false, ...OPERATOR });
  });

  it('kills after the grace, once', () => {
    const world = running({});
    world.send(STOP);
    world.advanceTo(29_999);
    expect(kinds(world)).not.toContain('kill');
    world.advanceTo(60_000);
    expect(kinds(world).filter((kind) => kind === 'kill')).toHaveLength(1);
    expect(world.states().at(-1)).toEqual([30_000, 'stopped']);
  });

  it.each([
    { obeysTermMs: 4_000, graceMs: 6_000 },
    { obeysTermMs: Number.POSITIVE_INFINITY, graceMs: 0 },
  ])('gives leftovers what remains of the grace: $graceMs ms', ({ obeysTermMs, graceMs }) => {
    const world = running({ obeysTermMs });
    world.send(STOP);
    world.advanceTo(60_000);
    expect(world.happenings.map(({ effect }) => effect)).toContainEqual({
      kind: 'sweep',
      run: 1,
      graceMs,
    });
  });

  it('ends a run that is only starting as soon as it is up', () => {
    const world = started({ ...SLEEPER, spawnMs: 300 });
    world.send(STOP);
    expect(world.lifecycle().state).toBe('stopping');
    world.advanceTo(1_000);
    expect(kinds(world)).toEqual(['start', 'terminate', 'wake', 'sweep', 'settled']);
    expect(world.rests()).toEqual([[350, 'stopped']]);
  });

  it('is done when the run that was starting could not start, and nothing is counted', () => {
    const world = started({ cannotStart: 'gone', spawnMs: 300 });
    world.send(STOP);
    world.advanceTo(60_000);
    expect(world.rests()).toEqual([[300, 'stopped']]);
    expect(world.facts()).toEqual([]);
  });

  it('ends the wait for a restart at once', () => {
    const world = started(crasher(1));
    world.advanceTo(500);
    world.send(STOP);
    expect(world.lifecycle()).toMatchObject({ state: 'stopped' });
    world.advanceTo(60_000);
    expect(world.starts()).toEqual([0]);
  });

  it('waits for what the last run left behind', () => {
    const world = started({ ...crasher(1), clearMs: 700 });
    world.advanceTo(100);
    world.send(STOP);
    expect(world.lifecycle().state).toBe('stopping');
    world.advanceTo(60_000);
    expect(world.states().at(-1)).toEqual([700, 'stopped']);
  });

  it('of a stopped one is answered, and turns the intent off', () => {
    const world = openWorld(() => SLEEPER);
    expect(world.send(STOP)).toEqual([{ kind: 'settled', as: 'stopped' }]);
    expect(world.lifecycle().intent.wanted).toBe(false);
  });

  it('turns the intent off even when the order is an intent itself', () => {
    const world = running();
    world.send({ kind: 'stop', order: world.lifecycle().intent });
    expect(world.lifecycle().intent.wanted).toBe(false);
  });

  it('of a failed one leaves it stopped', () => {
    const world = started(crasher(1));
    world.advanceTo(60_000);
    expect(world.send(STOP)).toEqual([{ kind: 'settled', as: 'stopped' }]);
    expect(world.lifecycle().state).toBe('stopped');
  });

  it('makes no failure of a crash that comes during it', () => {
    const world = running({ upMs: 20_005, exit: { kind: 'signalled', signal: 'SIGSEGV' } });
    world.send(STOP);
    world.advanceTo(60_000);
    expect(world.lifecycle()).toMatchObject({ state: 'stopped', streak: { failures: 0 } });
  });

  it('of a guard is recorded as the guard’s, but never takes over an operator’s', () => {
    const world = running();
    world.send({ kind: 'stop', order: GUARD });
    expect(world.lifecycle().intent).toEqual({ wanted: false, ...GUARD });
    world.send(STOP);
    world.send({ kind: 'stop', order: GUARD });
    expect(world.lifecycle().intent).toEqual({ wanted: false, ...OPERATOR });
  });
});

describe('start', () => {
  it('of a running one is answered and does nothing', () => {
    const world = started((run) => (run < 4 ? crasher(1) : SLEEPER));
    world.advanceTo(20_000);
    const before = world.lifecycle();
    expect(before.streak.failures).toBe(3);
    const again: Input = { kind: 'start', order: { ...OPERATOR, why: 'again' } };
    expect(world.send(again)).toEqual([{ kind: 'settled', as: 'running' }]);
    expect(world.lifecycle()).toEqual(before);
  });

  it('of one that is starting is answered when it is up', () => {
    const world = started({ ...SLEEPER, spawnMs: 300 });
    expect(world.send(START)).toEqual([]);
    world.advanceTo(1_000);
    expect(world.starts()).toHaveLength(1);
    expect(world.rests()).toEqual([[300, 'running']]);
  });

  it('while stopping starts when the stop is done', () => {
    const world = running({ obeysTermMs: 50, clearMs: 200 });
    world.send(STOP);
    world.advanceTo(20_010);
    world.send(START);
    world.advanceTo(21_000);
    expect(world.starts()).toEqual([0, 20_250]);
    expect(world.rests().at(-1)).toEqual([20_250, 'running']);
  });

  it('says that the first try failed and another one waits', () => {
    const world = started({ cannotStart: 'gone' });
    world.advanceTo(10);
    expect(world.rests()).toEqual([[0, 'waiting']]);
  });

  it.each([START, RESTART])(
    '$kind clears failed and the streak, so the schedule begins anew',
    (verb) => {
      const world = started(crasher(1));
      world.advanceTo(100_000);
      world.send(verb);
      world.advanceTo(200_000);
      expect(world.starts().slice(6)).toEqual([
        100_000, 101_000, 102_000, 103_000, 105_000, 109_000,
      ]);
      expect(world.facts().map(([atMs]) => atMs)).toEqual([
        2_000, 3_000, 5_000, 9_000, 102_000, 103_000, 105_000, 109_000,
      ]);
    },
  );
});

describe('restart', () => {
  it('starts the new run only when the old one’s processes are gone', () => {
    const world = running({ obeysTermMs: 50, clearMs: 9_000 });
    world.send(RESTART);
    world.advanceTo(40_000);
    expect(world.starts()).toEqual([0, 29_050]);
    expect(world.rests()).toEqual([
      [0, 'running'],
      [29_050, 'running'],
    ]);
    expect(world.facts()).toEqual([]);
  });

  it('does not wait for the pause before a restart', () => {
    const world = started(crasher(1));
    world.advanceTo(6_000);
    world.send(RESTART);
    expect(world.starts().at(-1)).toBe(6_000);
  });

  it('replaces a run that is only starting', () => {
    const world = started((run) => ({ ...SLEEPER, spawnMs: run === 1 ? 300 : 0 }));
    world.send(RESTART);
    world.advanceTo(1_000);
    expect(world.starts()).toEqual([0, 350]);
  });

  it('starts one that was stopped', () => {
    const world = openWorld(() => SLEEPER, CONTEXT, initial({ wanted: false, ...OPERATOR }));
    world.send(RESTART);
    world.advanceTo(10);
    expect(world.lifecycle()).toMatchObject({ state: 'running', intent: { wanted: true } });
  });

  it('gives way to a stop that comes after it', () => {
    const world = running({ obeysTermMs: 50, clearMs: 200 });
    world.send(RESTART);
    world.advanceTo(20_010);
    world.send(STOP);
    world.advanceTo(60_000);
    expect(world.starts()).toEqual([0]);
    expect(world.rests().at(-1)).toEqual([20_250, 'stopped']);
  });

  it.each([GUARD, CONFIG])(
    'by $by replaces the run and leaves intent and streak as they were',
    (order) => {
      const world = started((run) => (run === 1 ? crasher(1) : SLEEPER));
      world.advanceTo(20_000);
      const { intent, streak } = world.lifecycle();
      world.send({ kind: 'restart', order });
      world.advanceTo(30_000);
      expect(world.starts()).toHaveLength(3);
      expect(world.lifecycle()).toMatchObject({ intent, streak, state: 'running' });
    },
  );

  it.each([GUARD, CONFIG])('by $by leaves alone what is stopped, failed or waiting', (order) => {
    const restart: Input = { kind: 'restart', order };
    const failed = started(crasher(1));
    failed.advanceTo(60_000);
    expect(failed.send(restart)).toEqual([{ kind: 'settled', as: 'failed' }]);
    const waiting = started(crasher(1));
    waiting.advanceTo(500);
    expect(waiting.send(restart)).toEqual([{ kind: 'settled', as: 'waiting' }]);
    const stopped = running();
    stopped.send(STOP);
    stopped.send(restart);
    stopped.advanceTo(60_000);
    expect(stopped.rests().at(-1)?.[1]).toBe('stopped');
  });
});

describe('a restart that is not an operator’s, while a run is only starting', () => {
  it.each([
    { order: GUARD, starts: [0] },
    { order: CONFIG, starts: [0, 350] },
  ])('by $order.by: the runs begin at $starts', ({ order, starts }) => {
    const world = started((run) => ({ ...SLEEPER, spawnMs: run === 1 ? 300 : 0 }));
    world.send({ kind: 'restart', order });
    world.advanceTo(1_000);
    expect(world.starts()).toEqual(starts);
  });
});

describe('a tick that comes too early', () => {
  it('arms the timer again', () => {
    const world = started(crasher(1));
    world.advanceTo(400);
    expect(world.send({ kind: 'tick' })).toEqual([{ kind: 'wake', atMs: 1_000 }]);
  });
});

describe('hold and resume', () => {
  it('keep it down and bring it back, the intent untouched', () => {
    const world = running();
    const { intent } = world.lifecycle();
    world.send({ kind: 'hold' });
    world.advanceTo(100_000);
    expect(world.lifecycle()).toMatchObject({ state: 'stopped', intent });
    world.send({ kind: 'resume' });
    world.advanceTo(100_001);
    expect(world.lifecycle()).toMatchObject({ state: 'running', intent });
  });

  it('a start releases it, a resume after a stop does not start it', () => {
    const world = running();
    world.send({ kind: 'hold' });
    world.advanceTo(100_000);
    world.send(START);
    expect(world.starts()).toHaveLength(2);
    world.advanceTo(110_000);
    world.send({ kind: 'hold' });
    world.send(STOP);
    world.send({ kind: 'resume' });
    world.advanceTo(200_000);
    expect(world.lifecycle().state).toBe('stopped');
  });

  it('a hold ends the wait for a restart and keeps the streak', () => {
    const world = started(crasher(1));
    world.advanceTo(500);
    expect(world.send({ kind: 'hold' })).toEqual([{ kind: 'settled', as: 'stopped' }]);
    world.advanceTo(50_000);
    world.send({ kind: 'resume' });
    world.advanceTo(50_100);
    expect(world.starts()).toEqual([0, 50_000]);
    expect(world.lifecycle().streak.failures).toBe(2);
  });
});

describe('shutdown', () => {
  it('stops it, changes no intent, tells nothing and lets nothing start again', () => {
    const world = running({ upMs: 20_004 });
    const { intent } = world.lifecycle();
    world.send({ kind: 'shutdown' });
    world.send({ kind: 'resume' });
    world.send({ kind: 'hold' });
    world.send({ kind: 'retire' });
    world.send({ kind: 'resume' });
    world.advanceTo(600_000);
    expect(world.lifecycle()).toMatchObject({ state: 'stopped', intent });
    expect(world.starts()).toHaveLength(1);
    expect(world.facts()).toEqual([]);
  });

  it('leaves what has failed failed', () => {
    const world = started(crasher(1));
    world.advanceTo(60_000);
    expect(world.send({ kind: 'shutdown' })).toEqual([{ kind: 'settled', as: 'failed' }]);
    expect(world.lifecycle().state).toBe('failed');
  });

  it('records an order that still comes, without following it', () => {
    const world = running();
    world.send({ kind: 'shutdown' });
    world.send(STOP);
    expect(world.lifecycle().intent.wanted).toBe(false);
    world.send(START);
    world.advanceTo(60_000);
    expect(world.lifecycle()).toMatchObject({ state: 'stopped', intent: { wanted: true } });
  });
});

describe('retire', () => {
  it('stops it without touching the intent, and a resume takes it back', () => {
    const world = running({ obeysTermMs: 50 });
    world.send({ kind: 'retire' });
    world.send({ kind: 'hold' });
    expect(world.lifecycle()).toMatchObject({ state: 'stopping', intent: { wanted: true } });
    world.send({ kind: 'resume' });
    world.advanceTo(30_000);
    expect(world.starts()).toEqual([0, 20_050]);
  });
});

describe('news out of turn', () => {
  const strays: readonly Input[] = [
    { kind: 'spawned', run: 1 },
    { kind: 'spawn_failed', run: 1, reason: 'late' },
    { kind: 'exited', run: 1, exit: { kind: 'exited', code: 1 }, startedMs: 0, endedMs: 1 },
    { kind: 'cleared', run: 1 },
    { kind: 'spawned', run: 9 },
    { kind: 'exited', run: 9, exit: { kind: 'exited', code: 1 }, startedMs: 0, endedMs: 1 },
  ];

  it.each(strays)('$kind of run $run never touches a newer run', (stray) => {
    const world = running();
    world.send(RESTART);
    world.advanceTo(30_000);
    const before = world.lifecycle();
    expect(world.send(stray)).toEqual([]);
    expect(world.lifecycle()).toEqual(before);
  });

  it.each(strays)('$kind of run $run never touches one that is down', (stray) => {
    const world = running();
    world.send(STOP);
    world.advanceTo(30_000);
    const before = world.lifecycle();
    expect(world.send(stray)).toEqual([]);
    expect(world.lifecycle()).toEqual(before);
  });

  it('an exit that overtakes the news of its start is counted', () => {
    const world = started({ ...SLEEPER, spawnMs: 1_000 });
    world.advanceTo(500);
    const exit = { kind: 'exited', code: 1 } as const;
    world.send({ kind: 'exited', run: 1, exit, startedMs: 100, endedMs: 400 });
    expect(world.lifecycle()).toMatchObject({ streak: { failures: 1 }, nextStartMs: 1_400 });
  });
});

describe('a new lifecycle', () => {
  it.each([
    { name: 'wanted', wanted: true, failed: false, wants: true },
    { name: 'not wanted', wanted: false, failed: false, wants: false },
    { name: 'wanted but failed before', wanted: true, failed: true, wants: false },
  ])('that is $name: a resume starts it: $wants', ({ wanted, failed, wants }) => {
    const { streak } = initial({ wanted, ...OPERATOR });
    const world = openWorld(
      () => SLEEPER,
      CONTEXT,
      initial({ wanted, ...OPERATOR }, { failed, streak }),
    );
    expect(wantsStart(world.lifecycle())).toBe(wants);
    expect(world.send({ kind: 'tick' })).toEqual([]);
    world.send({ kind: 'resume' });
    expect(world.starts()).toHaveLength(wants ? 1 : 0);
    expect(wantsStart(world.lifecycle())).toBe(false);
  });
});
