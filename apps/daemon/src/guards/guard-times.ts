import type { Policy } from '@harness/guards';

/** The times of the guards in this daemon. */
export interface GuardTimes {
  readonly policy: Policy;
  /** Between two looks at every harness. */
  readonly lookMs: number;
  /** Instead of what the configuration says; tests are in a hurry. */
  readonly stallTimeoutMs?: number;
}

/** How often a daemon in use looks at its harnesses. */
export const LOOK_MS = 1000;
