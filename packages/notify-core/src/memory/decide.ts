import type { Arising, Decision, Policy } from './decision.ts';
import { opensAlert } from './event-traits.ts';
import type { HarnessMemory } from './harness-memory.ts';
import { holdBack } from './hold-back.ts';
import { letThrough } from './let-through.ts';
import { decideRecovered, withoutWaiting } from './recover.ts';
import { stampMs, stampWindow } from './window.ts';

/** A decision and the memory that holds from then on. */
export interface Decided {
  readonly memory: HarnessMemory;
  readonly decision: Decision;
}

/**
 * Decides what becomes of a notification of one harness.
 *
 * The memory that it takes is spent. A `deliver` is counted as under way until `settle` hears of
 * its delivery; everything else is done with. `nowMs` is an instant of the memory's monotonic clock;
 * a window that was stamped after it counts as stamped now.
 */
export function decide(
  memory: HarnessMemory,
  arising: Arising,
  policy: Policy,
  nowMs: number,
): Decided {
  const { event } = arising;
  if (event === 'recovered') {
    return decideRecovered(memory, arising, policy);
  }
  // In trouble again before it could be told that it is back: the alert simply stays open.
  const troubled =
    memory.waiting !== undefined && opensAlert(event) ? withoutWaiting(memory) : memory;
  if (!policy.events.has(event)) {
    return { memory: troubled, decision: { kind: 'unwanted', reason: 'not_in_events' } };
  }
  return decideTrouble(troubled, arising, policy, nowMs);
}

function decideTrouble(
  memory: HarnessMemory,
  arising: Arising,
  policy: Policy,
  nowMs: number,
): Decided {
  const stampedMs = stampMs(memory, arising.event);
  if (stampedMs > nowMs) {
    stampWindow(memory, arising.event, nowMs);
  }
  const untilMs = Math.min(stampedMs, nowMs) + policy.cooldownMs;
  return nowMs < untilMs
    ? holdBack(memory, arising, untilMs, nowMs)
    : letThrough(memory, arising, nowMs);
}
