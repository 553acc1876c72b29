import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type Input, initial, proofAfter, remember } from '../src/index.ts';
import { CONTEXT, crasher, GUARD, OPERATOR, openWorld, SLEEPER } from './world.ts';

const RESTART: Input = { kind: 'restart', order: OPERATOR };

/** Six failures of `upMs` each, then it stays up; restarted at the returned instant. */
function recovering(upMs: number, healthyFrom = 7) {
  const world = openWorld((run) => (run < healthyFrom ? crasher(1, upMs) : SLEEPER));
  world.send({ kind: 'resume' });
  world.advanceTo(4_000_000);
  world.send(RESTART);
  return { world, restartedMs: world.now() };
}

function provenAt(world: ReturnType<typeof openWorld>): readonly number[] {
  return world.facts().flatMap(([atMs, { kind }]) => (kind === 'proven_back' ? [atMs] : []));
}

describe('after giving up', () => {
  it.each([
    { longestMs: 0, proofMs: 10_000 },
    { longestMs: 9_999, proofMs: 10_000 },
    { longestMs: 10_000, proofMs: 10_001 },
    { longestMs: 45_000, proofMs: 45_001 },
    { longestMs: 299_999, proofMs: 300_000 },
  ])(
    'is proven back once up for longer than $longestMs ms: after $proofMs ms',
    ({ longestMs, proofMs }) => {
      const { world, restartedMs } = recovering(longestMs);
      world.advanceTo(restartedMs + 3_600_000);
      expect(provenAt(world)).toEqual([restartedMs + proofMs]);
      expect(world.lifecycle()).not.toHaveProperty('proofMs');
    },
  );

  it('is not proven back by a restart that fails again', () => {
    const { world, restartedMs } = recovering(2_000, 100);
    world.advanceTo(restartedMs + 3_600_000);
    expect(provenAt(world)).toEqual([]);
    expect(world.lifecycle().proofMs).toBe(10_000);
  });

  it('keeps the longer of two proofs when it gives up again', () => {
    const world = openWorld((run) => crasher(1, run <= 6 ? 45_000 : 0));
    world.send({ kind: 'resume' });
    world.advanceTo(1_000_000);
    world.send(RESTART);
    world.advanceTo(2_000_000);
    expect(world.facts().at(-1)?.[1]).toMatchObject({ kind: 'gave_up', longestRunMs: 0 });
    expect(world.lifecycle().proofMs).toBe(45_001);
  });

  it('counts from the newest start', () => {
    const { world, restartedMs } = recovering(0);
    world.advanceTo(restartedMs + 9_000);
    world.send(RESTART);
    world.advanceTo(restartedMs + 60_000);
    expect(provenAt(world)).toEqual([restartedMs + 9_050 + 10_000]);
  });

  it('is proven by a run whose end is heard of before its time came', () => {
    const { world, restartedMs } = recovering(0);
    const exit = { kind: 'exited', code: 1 } as const;
    world.advanceTo(restartedMs + 5);
    const times = { startedMs: restartedMs, endedMs: restartedMs + 10_000 };
    const late = openWorld(() => SLEEPER, CONTEXT, world.lifecycle());
    late.advanceTo(restartedMs + 10_400);
    late.send({ kind: 'exited', run: world.lifecycle().run, exit, ...times });
    expect(late.facts().map(([, { kind }]) => kind)).toEqual(['proven_back']);
  });

  it.each<{ name: string; verb: Input }>([
    { name: 'an operator’s stop', verb: { kind: 'stop', order: OPERATOR } },
    { name: 'the removal', verb: { kind: 'retire' } },
  ])('$name ends the wait', ({ verb }) => {
    const { world, restartedMs } = recovering(0);
    world.advanceTo(restartedMs + 5_000);
    world.send(verb);
    world.advanceTo(restartedMs + 6_000);
    world.send({ kind: 'start', order: OPERATOR });
    world.advanceTo(restartedMs + 600_000);
    expect(provenAt(world)).toEqual([]);
  });

  it('survives a guard’s stop and the daemon’s end', () => {
    const { world, restartedMs } = recovering(0);
    world.advanceTo(restartedMs + 5_000);
    world.send({ kind: 'stop', order: GUARD });
    world.send({ kind: 'shutdown' });
    world.advanceTo(restartedMs + 60_000);
    const kept = JSON.parse(JSON.stringify(remember(world.lifecycle())));
    const next = openWorld(() => SLEEPER, CONTEXT, initial({ wanted: true, ...OPERATOR }, kept));
    next.send({ kind: 'resume' });
    next.advanceTo(60_000);
    expect(provenAt(next)).toEqual([10_000]);
  });
});

describe('a proof awaited from outside', () => {
  it.each([
    { afterMs: 0, proofMs: 10_000 },
    { afterMs: 70_000, proofMs: 70_000 },
    { afterMs: 900_000, proofMs: 300_000 },
  ])('of $afterMs ms is given after $proofMs ms', ({ afterMs, proofMs }) => {
    const world = openWorld(() => SLEEPER);
    world.send({ kind: 'await_proof', afterMs });
    world.send({ kind: 'resume' });
    world.advanceTo(3_600_000);
    expect(provenAt(world)).toEqual([proofMs]);
  });

  it('is given at once by a run that has been up for so long', () => {
    const world = openWorld(() => SLEEPER);
    world.send({ kind: 'resume' });
    world.advanceTo(50_000);
    world.send({ kind: 'await_proof', afterMs: 20_000 });
    expect(provenAt(world)).toEqual([50_000]);
  });

  it('does not shorten a longer one', () => {
    const world = openWorld(() => SLEEPER);
    world.send({ kind: 'await_proof', afterMs: 70_000 });
    world.send({ kind: 'await_proof', afterMs: 20_000 });
    expect(world.lifecycle().proofMs).toBe(70_000);
  });
});

describe('what is remembered', () => {
  it('keeps a failed harness failed, and its streak, without any instant', () => {
    const world = openWorld(() => crasher(1));
    world.send({ kind: 'resume' });
    world.advanceTo(60_000);
    expect(remember(world.lifecycle())).toEqual({
      failed: true,
      streak: { failures: 6, quickExits: 6, backoffs: 4, longestRunMs: 0, flapping: true },
      proofMs: 10_000,
    });
  });

  it('goes on with the streak where it was', () => {
    const streak = { failures: 4, quickExits: 4, backoffs: 2, longestRunMs: 0, flapping: true };
    const from = initial({ wanted: true, ...OPERATOR }, { failed: false, streak });
    const world = openWorld(() => crasher(1), CONTEXT, from);
    world.send({ kind: 'resume' });
    world.advanceTo(60_000);
    expect(world.starts()).toEqual([0, 4_000]);
    expect(world.facts().map(([, { kind }]) => kind)).toEqual(['escalated', 'gave_up']);
  });
});

it('a proof is longer than the longest run, within the bounds of the policy', () => {
  expect([0, 10_000, 400_000].map((ms) => proofAfter(ms, DEFAULT_POLICY))).toEqual([
    10_000, 10_001, 300_000,
  ]);
});
