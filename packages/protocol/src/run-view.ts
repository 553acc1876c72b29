import type { ExitView } from './harness-view.ts';

/** How a run can come out. */
export const RUN_OUTCOMES = [
  'success',
  'failed',
  'timed_out',
  'skipped',
  'replaced',
  'missed',
  'cancelled',
  'interrupted',
  'quota_parked',
] as const;

/** One of {@link RUN_OUTCOMES}. */
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** One run of a one-shot. Times are RFC 3339, UTC. */
export interface RunView {
  readonly harness: string;
  /** Its number: rising for each harness, never given out twice. */
  readonly run: number;
  /** What asked for it: `operator`, `schedule`, `catch-up`. */
  readonly trigger: string;
  /** When it was asked for, which is its start unless another run was in its way. */
  readonly startedAt: string;
  /** Absent while it goes on or waits, with `outcome`. */
  readonly endedAt?: string;
  readonly outcome?: RunOutcome;
  /** Absent when none of its programs ran. */
  readonly exit?: ExitView;
  /** The last line that it printed, or why nothing ran. Redacted. */
  readonly cause?: string;
}

/** A run that has come out, in short. */
export type LastRunView = Pick<RunView, 'endedAt' | 'outcome' | 'run'>;

/** The runs of a one-shot as `list` shows them. */
export interface RunsView {
  /** The number of the run in flight. */
  readonly current?: number;
  /** The number of the run that waits for the one in flight. */
  readonly waiting?: number;
  /** The newest run that has come out. */
  readonly last?: LastRunView;
  /** When the schedule fires next; absent without one, and while it is off. RFC 3339, UTC. */
  readonly nextAt?: string;
}

/** Body of `POST /v1/harnesses/NAME/trigger`. */
export interface TriggerRequest {
  /** Answer only when the run has come out. Default false. */
  readonly wait?: boolean;
}

/** Answer of `POST /v1/harnesses/NAME/trigger`. */
export interface RunAnswer {
  readonly run: RunView;
}

/** `GET /v1/runs`, the newest first. */
export interface RunsAnswer {
  readonly runs: readonly RunView[];
}

/** Which runs are asked for; an absent field filters nothing. */
export interface RunsRequest {
  readonly harness?: string;
  readonly outcome?: RunOutcome;
  /** How many of the newest. */
  readonly limit: number;
}
