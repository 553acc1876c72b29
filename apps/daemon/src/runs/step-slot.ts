import { askForRun } from './ask-for-run.ts';
import { cutRun, endWaiting } from './cut-run.ts';
import { followProcess } from './follow-process.ts';
import type { Slot } from './slot.ts';
import type { SlotInput, SlotRules, SlotStep } from './slot-step.ts';
import { startNext } from './start-next.ts';

/** What one input makes of a slot. Pure: instants are those of a clock that never steps. */
export function stepSlot(slot: Slot, input: SlotInput, rules: SlotRules, nowMs: number): SlotStep {
  switch (input.kind) {
    case 'asked':
      return askForRun(slot, input.run, rules, nowMs);
    case 'cancel':
      return cutAll(slot, 'cancelled', rules, nowMs);
    case 'open':
      return startNext({ ...slot, door: 'open' });
    case 'park':
      return park(slot, input.cut === true, rules, nowMs);
    case 'close':
      return cutAll({ ...slot, door: 'closed' }, input.cut, rules, nowMs);
    default:
      return followProcess(slot, input, rules, nowMs);
  }
}

function park(slot: Slot, cut: boolean, rules: SlotRules, nowMs: number): SlotStep {
  const parked = endWaiting({ ...slot, door: 'parked' }, 'skipped');
  const ended = cut ? cutRun(parked.slot, 'quota_parked', rules, nowMs) : undefined;
  return ended === undefined
    ? parked
    : { slot: ended.slot, effects: [...parked.effects, ...ended.effects] };
}

function cutAll(
  slot: Slot,
  cut: 'cancelled' | 'interrupted',
  rules: SlotRules,
  nowMs: number,
): SlotStep {
  const freed = endWaiting(slot, cut);
  const ended = cutRun(freed.slot, cut, rules, nowMs);
  return { slot: ended.slot, effects: [...freed.effects, ...ended.effects] };
}
