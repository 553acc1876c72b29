import type { NotifyConfig } from '@harness/notify-config';
import type { NotifiedEvent, Payload } from '@harness/notify-core';
import type { RecordedNotification } from '@harness/store';

/** A recorded notification that waits for the hook, or is with it. */
export interface Delivery {
  readonly id: string;
  /** Absent for a `test`. */
  readonly harness?: string;
  readonly event: NotifiedEvent;
  readonly payload: Payload;
  readonly hook: Hook;
  /** Wall clock, when it arose. */
  readonly raisedAtMs: number;
  /** The same on the clock that never steps; the wall clock's where an earlier daemon recorded it. */
  readonly sinceMs: number;
  /** It was recorded by an earlier daemon. */
  readonly replayed: boolean;
}

/** The part of the `[notify]` table that a delivery keeps, whatever a reload changes meanwhile. */
export interface Hook {
  readonly command: readonly string[];
  readonly timeoutMs: number;
  /** The number by which the harness's memory knows this delivery; 0 for a `test`. */
  readonly delivery: number;
}

export function hookOf({ command, timeoutMs }: NotifyConfig, delivery: number): Hook {
  return { command, timeoutMs, delivery };
}

/** A delivery as an earlier daemon recorded it; undefined where the record was damaged. */
export function deliveryOf(recorded: RecordedNotification): Delivery | undefined {
  const { id, harness, event, payload, hook, raisedAtMs } = recorded;
  if (!isHook(hook) || !isPayload(payload)) {
    return undefined;
  }
  return {
    id,
    ...(harness === undefined ? {} : { harness }),
    event,
    payload,
    hook,
    raisedAtMs,
    sinceMs: raisedAtMs,
    replayed: true,
  };
}

// Both are this program's own records: it is enough to see that they are whole.
function isHook(value: unknown): value is Hook {
  return (
    typeof value === 'object' &&
    value !== null &&
    'command' in value &&
    'timeoutMs' in value &&
    'delivery' in value
  );
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && 'version' in value && 'message' in value;
}
