import type { EventName } from '../events.ts';
import type { Deliver, Policy } from './decision.ts';
import type { HarnessMemory, HeldBack } from './harness-memory.ts';
import { letThrough } from './let-through.ts';
import { stampMs } from './window.ts';

/** A held-back notification that is told after all. */
export interface Retold {
  readonly memory: HarnessMemory;
  /** Absent when nothing of that event was held back. */
  readonly decision?: Deliver;
}

/**
 * What windows held back that have ended since, oldest trouble first. The caller answers each with
 * `retell` if it is still true and with `forget` if it is not. An event that the policy no longer
 * wants stays held back.
 */
export function due(memory: HarnessMemory, policy: Policy, nowMs: number): readonly HeldBack[] {
  return wantedHeld(memory, policy).filter((held) => dueMs(memory, policy, held) <= nowMs);
}

/**
 * When something is due next, or undefined when nothing is held back. An instant that has passed
 * means now: the window was taken back because its delivery reached nobody.
 */
export function nextDueMs(memory: HarnessMemory, policy: Policy): number | undefined {
  if (memory.held.length === 0) {
    return undefined;
  }
  const instants = wantedHeld(memory, policy).map((held) => dueMs(memory, policy, held));
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** Lets what was held back of an event through, with the count of all that it stands for. */
export function retell(memory: HarnessMemory, event: EventName, nowMs: number): Retold {
  const held = memory.held.find((one) => one.event === event);
  if (held === undefined) {
    return { memory };
  }
  const { episode: episodeId } = held;
  const arising = { event, episodeId };
  return letThrough(
    memory,
    event === 'session_rotated' ? { ...arising, unfinished: true } : arising,
    nowMs,
  );
}

/** Forgets what was held back of an event since it is no longer true. Its count stays. */
export function forget(memory: HarnessMemory, event: EventName): HarnessMemory {
  return { ...memory, held: memory.held.filter((held) => held.event !== event) };
}

function wantedHeld(memory: HarnessMemory, policy: Policy): readonly HeldBack[] {
  return memory.held.filter((held) => policy.events.has(held.event));
}

function dueMs(memory: HarnessMemory, policy: Policy, held: HeldBack): number {
  return stampMs(memory, held.event) + policy.cooldownMs;
}
