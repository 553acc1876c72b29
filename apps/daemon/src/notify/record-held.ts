import type { NotifyConfig } from '@harness/notify-config';
import type { Decision, NotifiedEvent } from '@harness/notify-core';
import type { Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import type { Memories } from './memories.ts';

/** A decision by which a notification was not let through. */
export type Held = Extract<Decision, { readonly kind: 'suppressed' | 'unwanted' }>;

/** Counts what was not let through: one row of the history for each harness, event and window. */
export type RecordHeld = (
  harness: string,
  event: NotifiedEvent,
  held: Held,
  table: NotifyConfig,
) => void;

const SHORTEST_UNWANTED_WINDOW_MS = 60_000;

export function createRecordHeld(
  store: Pick<Store, 'heldBack'>,
  memories: Pick<Memories, 'of'>,
  clock: Clock,
): RecordHeld {
  return (harness, event, held, { cooldownMs }) => {
    store.heldBack({
      harness,
      event,
      reason: held.kind,
      window:
        held.kind === 'suppressed'
          ? held.untilMs - cooldownMs
          : unwantedWindow(clock.wallMs(), cooldownMs),
      atMs: clock.wallMs(),
      memory: () => memories.of(harness),
    });
  };
}

// Nothing opens a window for what is not wanted: the time of day is cut into pieces instead.
function unwantedWindow(wallMs: number, cooldownMs: number): number {
  const lengthMs = Math.max(cooldownMs, SHORTEST_UNWANTED_WINDOW_MS);
  return Math.floor(wallMs / lengthMs) * lengthMs;
}
