import type { Current, Cut, Slot } from './slot.ts';
import type { SlotOutcome, SlotRules, SlotStep } from './slot-step.ts';

/** Ends the run in flight early. One that is being ended already, or has ended, keeps its reason. */
export function cutRun(slot: Slot, cut: Cut, rules: SlotRules, nowMs: number): SlotStep {
  const { current } = slot;
  if (current === undefined || current.cut !== undefined || current.phase.kind === 'leftovers') {
    return { slot, effects: [] };
  }
  return current.phase.kind === 'starting'
    ? { slot: { ...slot, current: { ...current, cut } }, effects: [] }
    : terminate(slot, { ...current, cut }, rules, nowMs);
}

/** Sends SIGTERM, and has SIGKILL follow. */
export function terminate(
  slot: Slot,
  current: Current,
  { graceMs }: SlotRules,
  nowMs: number,
): SlotStep {
  const killAtMs = nowMs + graceMs;
  return {
    slot: { ...slot, current: { ...current, phase: { kind: 'ending', killAtMs, killed: false } } },
    effects: [
      { kind: 'terminate', run: current.run },
      { kind: 'wake', atMs: killAtMs },
    ],
  };
}

/** Ends the run that waits, which never had a process. */
export function endWaiting({ waiting, ...rest }: Slot, outcome: SlotOutcome): SlotStep {
  return {
    slot: rest,
    effects: waiting === undefined ? [] : [{ kind: 'ended', run: waiting, outcome }],
  };
}
