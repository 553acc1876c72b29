import type { Exit } from './exit.ts';

/** What supervision has to say to people. The daemon turns facts into notifications. */
export type Fact = GaveUp | Escalated | ProvenBack;

/** The streak exceeded its restarts: the harness stays down until it is started or restarted. */
export interface GaveUp {
  readonly kind: 'gave_up';
  readonly exit: Exit;
  /** The failures of the streak, the refused one included. */
  readonly restarts: number;
  /** The longest uptime among the runs of the streak; 0 when none came up. */
  readonly longestRunMs: number;
  /** What this run printed last; absent when it printed nothing. Never from an earlier run. */
  readonly lastLine?: string;
}

/** The harness flaps: it ended again, too quickly or too often. At most one per exit, never beside {@link GaveUp}. */
export interface Escalated {
  readonly kind: 'escalated';
  readonly exit: Exit;
  /** The failures of the streak; with `withinHour`, the unwanted exits of the last hour. */
  readonly restarts: number;
  /** Present when only the count within the hour was reached. */
  readonly withinHour?: true;
  /** What this run printed last; absent when it printed nothing. Never from an earlier run. */
  readonly lastLine?: string;
}

/** The harness has been up long enough to count as back after the trouble that a proof was awaited for. */
export interface ProvenBack {
  readonly kind: 'proven_back';
}
