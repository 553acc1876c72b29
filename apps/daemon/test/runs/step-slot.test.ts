import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HELD_SLOT, type Slot } from '../../src/runs/slot.ts';
import type { SlotEffect, SlotInput, SlotRules } from '../../src/runs/slot-step.ts';
import { stepSlot } from '../../src/runs/step-slot.ts';

const RULES: SlotRules = { timeoutMs: 1000, onOverlap: 'skip', graceMs: 100 };

/** Gives inputs one after the other, a millisecond apart; the effects of the last one. */
function after(inputs: readonly SlotInput[], rules: Partial<SlotRules> = {}): SlotEffect[] {
  let slot = HELD_SLOT;
  let effects: readonly SlotEffect[] = [];
  for (const [nowMs, input] of inputs.entries()) {
    ({ slot, effects } = stepSlot(slot, input, { ...RULES, ...rules }, nowMs));
  }
  return [...effects];
}

const open: SlotInput = { kind: 'open' };
const ask = (run: number): SlotInput => ({ kind: 'asked', run });
const spawned = (run: number): SlotInput => ({ kind: 'spawned', run });
const cleared = (run: number): SlotInput => ({ kind: 'cleared', run });
const exited = (run: number, code = 0): SlotInput => ({
  kind: 'exited',
  run,
  exit: { kind: 'exited', code },
  startedMs: 0,
  endedMs: 5,
});
const outcomes = (effects: readonly SlotEffect[]): unknown[] =>
  effects.filter((effect) => effect.kind === 'ended').map(({ run, outcome }) => [run, outcome]);

describe('one run', () => {
  it.each([
    [0, 'success'],
    [4, 'failed'],
  ])('ends by itself with exit %i as %s, before its leftovers are gone', (code, outcome) => {
    const effects = after([open, ask(1), spawned(1), exited(1, code)]);
    expect(outcomes(effects)).toEqual([[1, outcome]]);
    expect(effects.at(-1)).toMatchObject({ kind: 'sweep', graceMs: 100 });
  });

  it('fails when it cannot be started', () => {
    const effects = after([open, ask(1), { kind: 'spawn_failed', run: 1, reason: 'gone' }]);
    expect(effects).toEqual([
      { kind: 'ended', run: 1, outcome: 'failed', exit: { kind: 'not_started', reason: 'gone' } },
    ]);
  });

  it('times out when nothing of it is left, whatever its program exits with', () => {
    let { slot } = stepSlot({ door: 'open' }, ask(1), RULES, 0);
    ({ slot } = stepSlot(slot, spawned(1), RULES, 0));
    expect(stepSlot(slot, { kind: 'tick' }, RULES, 999).effects).toEqual([
      { kind: 'wake', atMs: 1000 },
    ]);
    const due = stepSlot(slot, { kind: 'tick' }, RULES, 1000);
    expect(due.effects.map(({ kind }) => kind)).toEqual(['terminate', 'wake']);
    const killed = stepSlot(due.slot, { kind: 'tick' }, RULES, 1100);
    expect(killed.effects).toEqual([{ kind: 'kill', run: 1 }]);
    const over = stepSlot(killed.slot, exited(1), RULES, 1101);
    expect(outcomes(over.effects)).toEqual([]);
    expect(outcomes(stepSlot(over.slot, cleared(1), RULES, 1102).effects)).toEqual([
      [1, 'timed_out'],
    ]);
  });

  it('has no limit with a timeout of 0', () => {
    expect(after([open, ask(1), spawned(1)], { timeoutMs: 0 })).toEqual([]);
  });

  it('that is cancelled while it starts is ended as soon as it is up', () => {
    const effects = after([open, ask(1), { kind: 'cancel' }, spawned(1)]);
    expect(effects[0]).toEqual({ kind: 'terminate', run: 1 });
  });
});

describe('a run that is asked for while another one goes on', () => {
  const busy = [open, ask(1), spawned(1)];

  it('is skipped under skip', () => {
    expect(outcomes(after([...busy, ask(2)]))).toEqual([[2, 'skipped']]);
  });

  it('waits under queue; the next one is skipped', () => {
    expect(after([...busy, ask(2)], { onOverlap: 'queue' })).toEqual([]);
    expect(outcomes(after([...busy, ask(2), ask(3)], { onOverlap: 'queue' }))).toEqual([
      [3, 'skipped'],
    ]);
    const effects = after([...busy, ask(2), exited(1), cleared(1)], { onOverlap: 'queue' });
    expect(effects).toEqual([{ kind: 'start', run: 2 }]);
  });

  it('takes its place under replace, and that of the one that waits for it', () => {
    const rules = { onOverlap: 'replace' } as const;
    expect(after([...busy, ask(2)], rules)[0]).toEqual({ kind: 'terminate', run: 1 });
    expect(outcomes(after([...busy, ask(2), ask(3)], rules))).toEqual([[2, 'replaced']]);
    const effects = after([...busy, ask(2), exited(1), cleared(1)], rules);
    expect(outcomes(effects)).toEqual([[1, 'replaced']]);
    expect(effects.at(-1)).toEqual({ kind: 'start', run: 2 });
  });

  it.each([
    ['was cancelled', { kind: 'cancel' }],
    ['has ended and left something behind', exited(1)],
  ] as const)('waits when the other one %s', (_, over) => {
    expect(after([...busy, over, ask(2)])).toEqual([]);
  });
});

describe('a one-shot', () => {
  it('lets one run wait until what an earlier daemon left is gone', () => {
    expect(after([ask(1), open])).toEqual([{ kind: 'start', run: 1 }]);
    expect(outcomes(after([ask(1), ask(2)]))).toEqual([[2, 'skipped']]);
  });

  it('skips runs while it is parked', () => {
    expect(outcomes(after([open, { kind: 'park' }, ask(1)]))).toEqual([[1, 'skipped']]);
  });

  it('cancels what is asked for once it is closed', () => {
    expect(outcomes(after([open, { kind: 'close', cut: 'interrupted' }, ask(1)]))).toEqual([
      [1, 'cancelled'],
    ]);
  });

  it('interrupts the run in flight and the waiting one when the daemon ends', () => {
    const inputs = [open, ask(1), spawned(1), ask(2)];
    const close = { kind: 'close', cut: 'interrupted' } as const;
    expect(outcomes(after([...inputs, close], { onOverlap: 'queue' }))).toEqual([
      [2, 'interrupted'],
    ]);
    const last = after([...inputs, close, exited(1), cleared(1)], { onOverlap: 'queue' });
    expect(last).toMatchObject([{ kind: 'ended', run: 1, outcome: 'interrupted' }]);
  });
});

/** A world that answers the effects: what is started comes up or not, and ends by itself or when it is told to. */
class World {
  slot: Slot = HELD_SLOT;
  nowMs = 0;
  asked = 0;
  readonly ends = new Map<number, string[]>();
  readonly starts: number[] = [];
  alive: number | undefined;
  wakeMs: number | undefined;
  readonly #answers: SlotInput[] = [];
  readonly rules: SlotRules;

  constructor(rules: SlotRules) {
    this.rules = rules;
  }

  give(input: SlotInput): void {
    const { slot, effects } = stepSlot(this.slot, input, this.rules, this.nowMs);
    this.slot = slot;
    for (const effect of effects) {
      this.carryOut(effect);
    }
  }

  carryOut(effect: SlotEffect): void {
    if (effect.kind === 'start') {
      expect(this.alive).toBeUndefined();
      this.starts.push(effect.run);
      this.alive = effect.run;
      this.#answers.push(
        effect.run % 5 === 0
          ? { kind: 'spawn_failed', run: effect.run, reason: 'none' }
          : spawned(effect.run),
      );
    } else if (effect.kind === 'terminate' && effect.run % 3 !== 0) {
      this.#answers.push(exited(effect.run, 143));
    } else if (effect.kind === 'kill') {
      this.#answers.push(exited(effect.run, 137));
    } else if (effect.kind === 'sweep') {
      this.#answers.push(cleared(effect.run));
    } else if (effect.kind === 'wake') {
      this.wakeMs = effect.atMs;
    } else if (effect.kind === 'ended') {
      this.ends.set(effect.run, [...(this.ends.get(effect.run) ?? []), effect.outcome]);
    }
  }

  answer(): boolean {
    const input = this.#answers.shift();
    if (input === undefined) {
      return false;
    }
    if (input.kind === 'cleared' || input.kind === 'spawn_failed') {
      this.alive = undefined;
    }
    this.give(input);
    return true;
  }

  settle(): void {
    for (let turns = 0; turns < 100; turns += 1) {
      if (!this.answer()) {
        if (this.wakeMs === undefined) {
          return;
        }
        this.nowMs = Math.max(this.nowMs, this.wakeMs);
        this.wakeMs = undefined;
        this.give({ kind: 'tick' });
      }
    }
  }
}

const move = fc.oneof(
  { weight: 5, arbitrary: fc.constant('ask') },
  { weight: 4, arbitrary: fc.constant('answer') },
  fc.constantFrom('open', 'park', 'cancel', 'exit', 'tick', 'late'),
);

describe('whatever happens', () => {
  it('every run that was asked for ends exactly once, and no two run at a time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('skip', 'queue', 'replace'),
        fc.array(move, { maxLength: 60 }),
        (onOverlap, moves) => {
          const world = new World({ ...RULES, onOverlap });
          for (const kind of moves) {
            play(world, kind);
          }
          world.give({ kind: 'close', cut: 'interrupted' });
          world.settle();
          expect(world.slot).toEqual({ door: 'closed' });
          expect([...world.ends.keys()].toSorted((a, b) => a - b)).toEqual(
            Array.from({ length: world.asked }, (_, index) => index + 1),
          );
          expect([...world.ends.values()].filter((ends) => ends.length !== 1)).toEqual([]);
          expect(world.starts).toEqual(world.starts.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 500 },
    );
  });
});

function play(world: World, kind: string): void {
  world.nowMs += 20;
  switch (kind) {
    case 'ask':
      world.asked += 1;
      world.give(ask(world.asked));
      break;
    case 'answer':
      world.answer();
      break;
    case 'exit':
      if (world.slot.current?.phase.kind === 'up') {
        world.give(exited(world.slot.current.run, world.asked % 2));
      }
      break;
    case 'late':
      world.nowMs += 1000;
      world.give({ kind: 'tick' });
      break;
    case 'open':
    case 'park':
    case 'cancel':
    case 'tick':
      world.give({ kind });
  }
}
