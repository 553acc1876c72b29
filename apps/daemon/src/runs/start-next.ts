import type { Slot } from './slot.ts';
import type { SlotStep } from './slot-step.ts';

/** Starts the run that waits, if one does and nothing keeps it. */
export function startNext(slot: Slot): SlotStep {
  const { waiting, ...rest } = slot;
  const isFree = slot.door === 'open' && slot.current === undefined;
  return waiting !== undefined && isFree ? startRun(rest, waiting) : { slot, effects: [] };
}

/** Takes a run into the slot. */
export function startRun(slot: Slot, run: number): SlotStep {
  return {
    slot: { ...slot, current: { run, phase: { kind: 'starting' } } },
    effects: [{ kind: 'start', run }],
  };
}
