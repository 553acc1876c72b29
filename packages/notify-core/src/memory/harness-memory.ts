import { EVENTS, type EventName } from '../events.ts';

/**
 * The version of {@link HarnessMemory} as JSON. An event that is added at the end of `EVENTS` keeps
 * it, any other change to their order raises it.
 */
export const MEMORY_VERSION = 1;

/** The stamp of a window that is not open: longer ago than any cooldown. */
export const NEVER_MS: number = Number.MIN_SAFE_INTEGER;

/** A JSON value that the caller wants back. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** One trouble, from its first notification that was let through to its end. */
export interface Episode {
  readonly event: EventName;
  readonly id: string;
  readonly sinceMs: number;
  /** Whether a delivery of it ended `ok`. */
  readonly told: boolean;
  /** How long the harness must be up again to count as proven back. */
  proofMs?: number;
}

/** The latest notification that an open window holds back and that may still be true at its end. */
export interface HeldBack {
  readonly event: EventName;
  /** The episode that it belongs to, or that it opens when it is told. */
  readonly episode: string;
  readonly sinceMs: number;
  proofMs?: number;
  detail?: Json;
}

/** A delivery that was let through and has not been settled. */
export interface Flight {
  readonly delivery: number;
  readonly event: EventName;
  readonly episode?: string;
  /** Whether the open window of the event is this delivery's. */
  readonly ownsWindow: boolean;
  /** The held-back count that it carries. */
  readonly suppressed: number;
}

/**
 * What notification decisions remember of one harness: plain JSON without a clock.
 *
 * Every `…Ms` is an instant of one monotonic clock that the caller chooses; `rebase` moves them to
 * another. Windows are kept by when they were stamped, so that a changed cooldown applies to open
 * ones.
 *
 * A memory has one owner. A function that takes one and returns one spends what it took: it may
 * have been updated in place and only the returned one holds from then on. So a storm of held-back
 * events costs a few additions instead of a copy for each, and a test can still compare values.
 */
export interface HarnessMemory {
  readonly version: typeof MEMORY_VERSION;
  /** In the order of `EVENTS`: when the last delivery was let through, or {@link NEVER_MS}. */
  readonly stampsMs: number[];
  /** In the order of `EVENTS`: how many were held back since the last delivery. */
  readonly suppressed: number[];
  /** Open episodes in the order of opening, at most one for an event. */
  readonly episodes: readonly Episode[];
  /** What is told at its window's end if it is still true, at most one for an event. */
  readonly held: readonly HeldBack[];
  /** Deliveries under way, oldest first. */
  readonly flights: readonly Flight[];
  /** The number of the next delivery. */
  readonly nextDelivery: number;
  /** A `recovered` that waits until the openers under way have settled. */
  readonly waiting?: { readonly detail?: Json };
}

const NONE: readonly never[] = [];

/** The memory of a harness that nothing was ever said about. */
export function emptyMemory(): HarnessMemory {
  return {
    version: MEMORY_VERSION,
    stampsMs: EVENTS.map(() => NEVER_MS),
    suppressed: EVENTS.map(() => 0),
    episodes: NONE,
    held: NONE,
    flights: NONE,
    nextDelivery: 1,
  };
}
