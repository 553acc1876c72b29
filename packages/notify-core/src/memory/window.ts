import { EVENTS, type EventName } from '../events.ts';
import { type HarnessMemory, NEVER_MS } from './harness-memory.ts';

const PLACES: ReadonlyMap<EventName, number> = new Map(
  EVENTS.map((event, place) => [event, place]),
);

/** When the window of an event was stamped, or {@link NEVER_MS}. */
export function stampMs(memory: HarnessMemory, event: EventName): number {
  return memory.stampsMs[placeOf(event)] ?? NEVER_MS;
}

/** Opens the window of an event at an instant, or takes it back with {@link NEVER_MS}. */
export function stampWindow(memory: HarnessMemory, event: EventName, atMs: number): void {
  memory.stampsMs[placeOf(event)] = atMs;
}

/** How many of an event were held back since its last delivery. */
export function suppressedOf(memory: HarnessMemory, event: EventName): number {
  return memory.suppressed[placeOf(event)] ?? 0;
}

/** Sets how many of an event were held back since its last delivery. */
export function setSuppressed(memory: HarnessMemory, event: EventName, count: number): void {
  memory.suppressed[placeOf(event)] = count;
}

function placeOf(event: EventName): number {
  return PLACES.get(event) ?? EVENTS.length;
}
