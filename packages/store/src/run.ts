/** A run that begins. */
export interface NewRun {
  readonly harness: string;
  /** What started it, for people: `schedule`, `operator`, … */
  readonly trigger: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Makes the path of the run's log from its id. */
  readonly log?: (runId: number) => string;
}

/** How a run ended. */
export interface RunEnding {
  readonly outcome: string;
  /** How its process ended, a JSON object; absent when none ran. */
  readonly exit?: object;
  readonly cause?: string;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** A run as recorded; times are Unix milliseconds. */
export interface Run {
  readonly harness: string;
  /** Per harness, rising, never given out twice, whatever was deleted since. */
  readonly runId: number;
  readonly trigger: string;
  readonly startedAtMs: number;
  readonly log?: string;
  /** Absent while it runs, with the fields below. */
  readonly endedAtMs?: number;
  readonly outcome?: string;
  readonly exit?: unknown;
  readonly cause?: string;
}

/** Which runs to show, the last started first; an absent field filters nothing. */
export interface RunFilter {
  readonly harness?: string;
  readonly runId?: number;
  readonly outcome?: string;
  readonly limit: number;
}
