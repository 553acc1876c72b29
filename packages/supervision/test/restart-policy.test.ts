import { describe, expect, it } from 'vitest';
import type { RestartPolicy } from '../src/index.ts';
import { CONTEXT, crasher, exitedWith, openWorld } from './world.ts';

const MINUTES_MS = 60_000;

function runUnder(restart: RestartPolicy, program: Parameters<typeof openWorld>[0]) {
  const settings = { restart, restartDelayMs: 1_000 };
  const world = openWorld(program, { ...CONTEXT, settings });
  world.send({ kind: 'resume' });
  return world;
}

describe.each(['always', 'unless-stopped'] as const)('under %s', (restart) => {
  it('a quick exit is a failure whatever its status', () => {
    const world = runUnder(restart, () => ({ ...crasher(0), lastLine: 'Error: not logged in' }));
    world.advanceTo(MINUTES_MS);
    expect(world.facts().at(-1)).toEqual([
      9_000,
      {
        kind: 'gave_up',
        exit: exitedWith(0),
        restarts: 6,
        longestRunMs: 0,
        lastLine: 'Error: not logged in',
      },
    ]);
  });

  it('a clean exit after a longer run ends the streak and starts it again after the delay', () => {
    const world = runUnder(restart, (run) => (run === 3 ? crasher(0, 10_000) : crasher(1)));
    world.advanceTo(12_500);
    expect(world.starts()).toEqual([0, 1_000, 2_000]);
    world.advanceTo(13_000);
    expect(world.starts()).toEqual([0, 1_000, 2_000, 13_000]);
    expect(world.lifecycle().streak.failures).toBe(1);
    expect(world.facts()).toEqual([]);
  });
});

describe.each(['on-failure', 'no'] as const)('under %s', (restart) => {
  it.each([{ upMs: 0 }, { upMs: 20_000 }])(
    'exit 0 after $upMs ms is an ordinary end',
    ({ upMs }) => {
      const world = runUnder(restart, () => ({
        ...crasher(0, upMs),
        lastLine: 'done',
        clearMs: 30,
      }));
      world.advanceTo(10 * MINUTES_MS);
      expect(world.facts()).toEqual([]);
      expect(world.starts()).toHaveLength(1);
      expect(world.states().slice(-2)).toEqual([
        [upMs, 'stopping'],
        [upMs + 30, 'stopped'],
      ]);
      expect(world.rests().at(-1)).toEqual([upMs + 30, 'stopped']);
      expect(world.lifecycle()).toMatchObject({
        intent: { wanted: true },
        lastExit: { exit: exitedWith(0), lastLine: 'done' },
      });
    },
  );

  it('what has finished is not started by a resume, only by an order', () => {
    const world = runUnder(restart, () => crasher(0));
    world.advanceTo(10);
    world.send({ kind: 'hold' });
    world.send({ kind: 'resume' });
    expect(world.starts()).toHaveLength(1);
    world.send({ kind: 'start', order: { by: 'operator', why: 'again', atMs: 1 } });
    expect(world.starts()).toHaveLength(2);
  });
});

describe('under on-failure', () => {
  it('a failure is tried again, within the budget', () => {
    const world = runUnder('on-failure', () => crasher(1));
    world.advanceTo(MINUTES_MS);
    expect(world.starts()).toEqual([0, 1_000, 2_000, 3_000, 5_000, 9_000]);
    expect(world.lifecycle().state).toBe('failed');
  });
});

describe('under no', () => {
  it.each([
    { name: 'an exit', behaviour: crasher(3, 20_000), exit: exitedWith(3), longestRunMs: 20_000 },
    {
      name: 'a program that cannot start',
      behaviour: { cannotStart: 'no such file' },
      exit: { kind: 'not_started', reason: 'no such file' },
      longestRunMs: 0,
    },
  ])('$name gives up at once', ({ behaviour, exit, longestRunMs }) => {
    const world = runUnder('no', () => behaviour);
    world.advanceTo(MINUTES_MS);
    expect(world.facts().map(([, fact]) => fact)).toEqual([
      { kind: 'gave_up', exit, restarts: 1, longestRunMs },
    ]);
    expect(world.starts()).toHaveLength(1);
  });
});
