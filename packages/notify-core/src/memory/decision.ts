import type { EventName } from '../events.ts';
import type { Json } from './harness-memory.ts';

/** The part of `[notify]` that decides. */
export interface Policy {
  readonly events: ReadonlySet<EventName>;
  /** The length of a window; 0 turns it off. */
  readonly cooldownMs: number;
}

/** One notification that has arisen. */
export interface Arising {
  readonly event: EventName;
  /** A fresh id: the episode's, should this open one. */
  readonly episodeId: string;
  /** For an event that opens an alert: how long the harness must be up to be proven back. */
  readonly proofMs?: number;
  /** A `session_rotated` that could not finish: it has an episode and is held back like a stop. */
  readonly unfinished?: true;
  /** What the caller needs to tell it later, should it be held back or wait. */
  readonly detail?: Json;
}

/** It goes to the queue. */
export interface Deliver {
  readonly kind: 'deliver';
  readonly reason: 'wanted';
  /** The number to settle it by. */
  readonly delivery: number;
  readonly episode?: string;
  /** Whether an alert opens once this is told. */
  readonly opens: boolean;
  /** How many of this event were held back since the last delivery. */
  readonly suppressed: number;
  /** For `recovered`: the episodes that it closes, in the order in which they opened. */
  readonly resolves?: readonly string[];
  /** For `recovered`: the events of `resolves`. */
  readonly closes?: readonly EventName[];
}

/** What is to become of a notification, with the reason that log, history and metrics show. */
export type Decision =
  | Deliver
  | { readonly kind: 'suppressed'; readonly reason: 'cooldown'; readonly untilMs: number }
  | { readonly kind: 'unwanted'; readonly reason: 'not_in_events' }
  | { readonly kind: 'waiting'; readonly reason: 'opener_in_flight' }
  | { readonly kind: 'untold'; readonly reason: 'no_alert_open' };
