import type { NotifiedEvent } from '@harness/notify-core';
import type { Delivery } from './job.ts';

/** What tells news from the past. */
export interface Present {
  /** Whether what an event says of a harness is still so. */
  readonly stillTrue: (harness: string, event: string) => boolean;
  /** The harness's state, for a person; undefined where it is configured no more. */
  readonly stateOf: (harness: string) => string | undefined;
}

/** What these say lasts until something ends it; of the others each is an incident, which stays true. */
const LASTING: ReadonlySet<NotifiedEvent> = new Set([
  'failed',
  'loop_stopped',
  'intent_lost',
  'parked',
  'stalled',
]);

/** What has changed since a notification was recorded, in words; undefined where it is still news. */
export function pastOf({ harness, event }: Delivery, present: Present): string | undefined {
  if (harness === undefined || !LASTING.has(event) || present.stillTrue(harness, event)) {
    return undefined;
  }
  return `this is past: it is ${present.stateOf(harness) ?? 'no longer configured'} now`;
}
