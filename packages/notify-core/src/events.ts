/**
 * The events that an operator can ask for in `[notify] events`, in the order of the manual.
 *
 * These are wire names: they stand in the configuration, the payload, the environment and the
 * metrics label.
 */
export const EVENTS = [
  'failed',
  'flapping',
  'loop_stopped',
  'session_rotated',
  'intent_lost',
  'parked',
  'stalled',
  'health',
  'recovered',
  'run_failed',
] as const;

/** An event that can be listed in `[notify] events`. */
export type EventName = (typeof EVENTS)[number];

/** What `[notify] events` is when it is left out: every event but the opt-in `run_failed`. */
export const DEFAULT_EVENTS: readonly EventName[] = EVENTS.filter(
  (event) => event !== 'run_failed',
);

/** Every event that a hook can receive: `test` is never listed and always runs. */
export const NOTIFIED_EVENTS: readonly [...typeof EVENTS, 'test'] = [...EVENTS, 'test'];

/** An event that a hook can receive. */
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number];

/**
 * What became of a notification, the `result` label of the delivery series.
 *
 * `error` is a hook that could not start, exited non-zero, died by a signal or was cancelled;
 * `timeout` a hook that was killed at its deadline; `dropped` one that the queue had no room for;
 * `suppressed` one that an open cooldown window held back.
 */
export const RESULTS = ['ok', 'error', 'timeout', 'dropped', 'suppressed'] as const;

/** One of {@link RESULTS}. */
export type Result = (typeof RESULTS)[number];

/** How loud a receiver should be, from a call in the night to a line in a log. */
export const SEVERITIES = ['urgent', 'notice', 'info'] as const;

/** One of {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];
