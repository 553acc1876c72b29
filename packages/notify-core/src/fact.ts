import type { EventName } from './events.ts';

// Aliases, not interfaces: only those count as JSON values, which a memory keeps as a detail.

/** How a supervised process ended. */
export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'not_started'; readonly reason: string };

/** A process that a stalled harness sits behind. */
export type BehindProcess = {
  readonly name: string;
  readonly pid: number;
  readonly ageMs: number;
};

/** The restart budget of a harness is used up: it stays down. */
export type GaveUp = {
  readonly kind: 'gave_up';
  readonly exit: Exit;
  /** Failures of the streak, the one whose restart was refused included. */
  readonly restarts: number;
  readonly longestRunMs: number;
  /** The last non-blank line that this run printed. */
  readonly lastLine?: string;
};

/** A harness keeps exiting and its restarts are slowed down. */
export type Escalated = {
  readonly kind: 'escalated';
  readonly exit: Exit;
  /** Failures of the streak; with `withinHour` the unwanted exits of the last hour. */
  readonly restarts: number;
  readonly withinHour?: true;
  readonly lastLine?: string;
};

/** The loop guard stopped a harness. */
export type Looping = {
  readonly kind: 'looping';
  readonly tool: string;
  /** The length at which the limit was crossed; of a cycle, its repetitions. */
  readonly count: number;
};

/** The session guard archived a wedged session and started a fresh one. */
export type Rotated = {
  readonly kind: 'rotated';
  readonly failedTurns: number;
  readonly archivedAs?: string;
};

/** The session guard could not finish a rotation and left the harness stopped. */
export type RotationStuck = {
  readonly kind: 'rotation_stuck';
  readonly failedTurns: number;
  /** The step that failed, in words. */
  readonly step: string;
  readonly detail?: string;
};

/** A harness that configuration starts stays down for a reason that nobody was told of. */
export type IntentLost = {
  readonly kind: 'intent_lost';
  /** Who turned it off; blank when the record does not say. */
  readonly by: string;
  readonly why: string;
  /** When it was turned off, in Unix milliseconds. */
  readonly sinceMs?: number;
};

/** The provider refused a harness for quota or credits, which parks it. */
export type QuotaRefused = {
  readonly kind: 'quota_refused';
  /** The name of the classifier's rule, never the provider's own words. */
  readonly rule: string;
  /** When the park ends, in Unix milliseconds. */
  readonly untilMs?: number;
  /** The quota group that is parked with it. */
  readonly group?: string;
};

/** A harness is up without a successful model call for longer than its timeout. */
export type Silent = {
  readonly kind: 'silent';
  readonly silentMs: number;
  readonly timeoutMs: number;
  readonly action: 'left_running' | 'restarted' | 'left_alone';
  /** Stall restarts in a row, this one included; told only with `restarted`. */
  readonly restarts?: number;
  readonly behind: readonly BehindProcess[];
  /** What the provider last answered, when the agent was seen retrying. */
  readonly refusedWith?: string;
};

/** The health probe failed as often in a row as it may. */
export type Unhealthy = {
  readonly kind: 'unhealthy';
  readonly failures: number;
  /** The end of the probe's output. */
  readonly tail?: string;
  readonly action: 'notify' | 'restart';
};

/** A harness proved that it is back. */
export type ProvenBack = {
  readonly kind: 'proven_back';
  /** The events whose alerts this closes, in the order in which they opened. */
  readonly closes: readonly EventName[];
};

/** A scheduled or triggered run ended badly. */
export type RunEnded = {
  readonly kind: 'run_ended';
  readonly runId: number;
  readonly outcome: 'failed' | 'timed_out';
  readonly exit?: Exit;
  readonly lastLine?: string;
  /** Bad runs in a row, this one included. */
  readonly streak: number;
  readonly timeoutMs?: number;
};

/** An operator asked for a test of the hook. */
type Tested = {
  readonly kind: 'tested';
};

/**
 * What supervision and the guards have to say.
 *
 * They speak in facts of this shape without importing it; {@link eventOf} alone knows which event
 * a fact is. Strings are raw: they may hold whatever an agent printed.
 */
export type Fact =
  | GaveUp
  | Escalated
  | Looping
  | Rotated
  | RotationStuck
  | IntentLost
  | QuotaRefused
  | Silent
  | Unhealthy
  | ProvenBack
  | RunEnded
  | Tested;
