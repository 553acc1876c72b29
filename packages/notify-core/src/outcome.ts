import { assertNever } from './assert-never.ts';
import { durationText } from './duration-text.ts';
import type { Result } from './events.ts';

/** How one delivery ended. */
export type OutcomeDetail =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed_out'; readonly timeoutMs: number }
  | { readonly kind: 'not_started'; readonly code: string; readonly reason: string }
  | { readonly kind: 'cancelled'; readonly reason: string }
  | { readonly kind: 'dropped'; readonly reason: string };

/** One delivery's end, with the same fields however it ended. */
export interface Outcome {
  readonly result: Exclude<Result, 'suppressed'>;
  readonly detail: OutcomeDetail;
  readonly durationMs: number;
  /** The end of what the hook printed, absent when it printed nothing or never ran. */
  readonly tail?: string;
}

/** The metrics label of an ending: only exit 0 is `ok`. */
export function resultOf(detail: OutcomeDetail): Outcome['result'] {
  switch (detail.kind) {
    case 'exited':
      return detail.code === 0 ? 'ok' : 'error';
    case 'timed_out':
      return 'timeout';
    case 'dropped':
      return 'dropped';
    case 'signalled':
    case 'not_started':
    case 'cancelled':
      return 'error';
    default:
      return assertNever(detail);
  }
}

/** An ending on one line for log, doctor and history, such as `timed out after 15s`. */
export function describeOutcome(outcome: Pick<Outcome, 'detail'>): string {
  const { detail } = outcome;
  switch (detail.kind) {
    case 'exited':
      return `exited with ${detail.code}`;
    case 'signalled':
      return `killed by ${detail.signal}`;
    case 'timed_out':
      return `timed out after ${durationText(detail.timeoutMs)}`;
    case 'not_started':
      return `could not start: ${detail.reason} (${detail.code})`;
    case 'cancelled':
      return `cancelled: ${detail.reason}`;
    case 'dropped':
      return `dropped: ${detail.reason}`;
    default:
      return assertNever(detail);
  }
}
