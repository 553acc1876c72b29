import { expect, it } from 'vitest';
import { type Input, initial, type Lifecycle, step } from '../src/index.ts';
import { CONTEXT, crasher, OPERATOR, openWorld } from './world.ts';

const CLEAN = { kind: 'exited', code: 0 } as const;

/** One run of `upMs` that ends cleanly, told step by step. */
function runOnce(lifecycle: Lifecycle, atMs: number, upMs: number): Lifecycle {
  const { run } = lifecycle;
  const endedMs = atMs + upMs;
  const inputs: readonly (readonly [number, Input])[] = [
    [atMs, { kind: 'spawned', run }],
    [endedMs, { kind: 'exited', run, exit: CLEAN, startedMs: atMs, endedMs }],
    [endedMs, { kind: 'cleared', run }],
    [endedMs + 1_000, { kind: 'tick' }],
  ];
  return inputs.reduce(
    (state, [nowMs, input]) => step(state, input, CONTEXT, nowMs).lifecycle,
    lifecycle,
  );
}

it('a million steps do not grow it', () => {
  let lifecycle = step(
    initial({ wanted: true, ...OPERATOR }),
    { kind: 'resume' },
    CONTEXT,
    0,
  ).lifecycle;
  let nowMs = 0;
  let largest = 0;
  for (let cycle = 0; cycle < 250_000; cycle += 1) {
    lifecycle = runOnce(lifecycle, nowMs, 11_000);
    nowMs += 12_000;
    largest = Math.max(largest, lifecycle.recentExits.length);
  }
  expect(lifecycle.run).toBe(250_001);
  expect(largest).toBe(300);
  expect(JSON.stringify(lifecycle).length).toBeLessThan(10_000);
});

it('more exits within the hour than any policy in use allows do not grow it either', () => {
  const policy = { ...CONTEXT.policy, crashWindowMs: 0 };
  const world = openWorld(() => crasher(0, 100), {
    settings: { restart: 'always', restartDelayMs: 0 },
    policy,
  });
  world.send({ kind: 'resume' });
  world.advanceTo(100_000);
  expect(world.starts()).toHaveLength(1_001);
  expect(world.lifecycle().recentExits).toHaveLength(512);
});
