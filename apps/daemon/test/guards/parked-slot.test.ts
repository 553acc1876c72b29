import { describe, expect, it } from 'vitest';
import { HELD_SLOT, type Slot } from '../../src/runs/slot.ts';
import type { SlotEffect, SlotInput, SlotRules } from '../../src/runs/slot-step.ts';
import { stepSlot } from '../../src/runs/step-slot.ts';

const RULES: SlotRules = { timeoutMs: 0, onOverlap: 'queue', graceMs: 100 };

/** The slot after these inputs, and all runs that came out with their outcomes. */
function after(inputs: readonly SlotInput[]): {
  readonly slot: Slot;
  readonly outcomes: unknown[];
} {
  let slot = HELD_SLOT;
  const all: SlotEffect[] = [];
  for (const [nowMs, input] of inputs.entries()) {
    const step = stepSlot(slot, input, RULES, nowMs);
    slot = step.slot;
    all.push(...step.effects);
  }
  const outcomes = all.flatMap((one) => (one.kind === 'ended' ? [[one.run, one.outcome]] : []));
  return { slot, outcomes };
}

const ask = (run: number): SlotInput => ({ kind: 'asked', run });
const UP: readonly SlotInput[] = [{ kind: 'open' }, ask(1), { kind: 'spawned', run: 1 }];
const exited = (code: number, refused = false): SlotInput => ({
  kind: 'exited',
  run: 1,
  exit: { kind: 'exited', code },
  startedMs: 0,
  endedMs: 5,
  refused,
});
const CLEARED: SlotInput = { kind: 'cleared', run: 1 };

describe('a parked one-shot', () => {
  it('skips the run that waits and every later one', () => {
    const { slot, outcomes } = after([...UP, ask(2), { kind: 'park' }, ask(3), exited(0), CLEARED]);
    expect(outcomes).toEqual([
      [2, 'skipped'],
      [3, 'skipped'],
      [1, 'success'],
    ]);
    expect(slot).toEqual({ door: 'parked' });
  });

  it.each([
    { code: 1, refused: true, outcome: 'quota_parked' },
    { code: 1, refused: false, outcome: 'failed' },
    { code: 0, refused: true, outcome: 'success' },
  ])(
    'calls a run that ended with $code, refused: $refused, $outcome',
    ({ code, refused, outcome }) => {
      expect(after([...UP, { kind: 'park' }, exited(code, refused)]).outcomes).toEqual([
        [1, outcome],
      ]);
    },
  );

  it('ends a run that waits for its provider', () => {
    const { outcomes } = after([...UP, { kind: 'park', cut: true }, exited(143), CLEARED]);
    expect(outcomes).toEqual([[1, 'quota_parked']]);
  });

  it('starts runs again once it is open', () => {
    const { slot } = after([{ kind: 'park' }, ask(1), { kind: 'open' }, ask(2)]);
    expect(slot.current?.run).toBe(2);
  });
});
