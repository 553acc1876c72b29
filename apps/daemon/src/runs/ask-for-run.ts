import { cutRun, endWaiting } from './cut-run.ts';
import { isOver, type Slot } from './slot.ts';
import type { SlotOutcome, SlotRules, SlotStep } from './slot-step.ts';
import { startRun } from './start-next.ts';

/** Starts a run, lets it wait, or ends it at once, as the overlap rule says. */
export function askForRun(slot: Slot, run: number, rules: SlotRules, nowMs: number): SlotStep {
  const { door, current, waiting } = slot;
  if (door === 'closed') {
    return refuse(slot, run, 'cancelled');
  }
  if (door === 'parked') {
    return refuse(slot, run, 'skipped');
  }
  if (door === 'open' && current === undefined) {
    return startRun(slot, run);
  }
  if (rules.onOverlap === 'replace') {
    return replace(slot, run, rules, nowMs);
  }
  const isHinderedOnly = current === undefined || isOver(current);
  const mayWait = waiting === undefined && (rules.onOverlap === 'queue' || isHinderedOnly);
  return mayWait ? { slot: { ...slot, waiting: run }, effects: [] } : refuse(slot, run, 'skipped');
}

function replace(slot: Slot, run: number, rules: SlotRules, nowMs: number): SlotStep {
  const freed = endWaiting(slot, 'replaced');
  const cut = cutRun(freed.slot, 'replaced', rules, nowMs);
  return { slot: { ...cut.slot, waiting: run }, effects: [...freed.effects, ...cut.effects] };
}

function refuse(slot: Slot, run: number, outcome: SlotOutcome): SlotStep {
  return { slot, effects: [{ kind: 'ended', run, outcome }] };
}
