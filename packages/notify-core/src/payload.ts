import type { NotifiedEvent, Severity } from './events.ts';

/** The version of {@link Payload}: a key may be added under it, a rename or removal raises it. */
export const PAYLOAD_VERSION = 1;

/**
 * What a hook reads on stdin, in this key order. A key that does not apply is absent, never null
 * or empty. `payload.schema.json` of this package is its JSON Schema.
 */
export interface Payload {
  readonly version: typeof PAYLOAD_VERSION;
  readonly event: NotifiedEvent;
  readonly harness?: string;
  readonly host: string;
  readonly state?: string;
  /** One line, ready to send as it is. At most 1,000 graphemes and 4 KiB of UTF-8. */
  readonly message: string;
  /** The most useful single fact. At most 240 graphemes and 4 KiB of UTF-8. */
  readonly cause?: string;
  /** The command that shows more or helps. */
  readonly hint: string;
  /** When the event arose: RFC 3339, UTC, whole seconds. */
  readonly time: string;
  readonly exit_code?: number;
  readonly restarts?: number;
  readonly tool?: string;
  readonly count?: number;
  readonly run_id?: number;
  /** When a park ends: RFC 3339, UTC, whole seconds. */
  readonly until?: string;
  /** Unique, sortable by time, the same on replay. */
  readonly id: string;
  /** Gapless per `store`: a drop shows as a gap. */
  readonly seq?: number;
  /** Changes when the numbering of `seq` begins anew. */
  readonly store?: string;
  /** The trouble that this belongs to, from its first notification to its end. */
  readonly episode?: string;
  /** The episodes that a `recovered` closes, in the order in which they opened. */
  readonly resolves?: readonly string[];
  readonly severity: Severity;
  /** How many of this harness and event were held back since the last delivery. */
  readonly suppressed?: number;
  /** The daemon was restarted between the event and this delivery. */
  readonly replayed?: true;
  /** Seconds between the event and its delivery, when over 60. */
  readonly delayed_s?: number;
}

/** The bytes for the hook's stdin: one line of JSON and a newline. */
export function payloadJson(payload: Payload): string {
  return `${JSON.stringify(payload)}\n`;
}
