/** Whether a harness is meant to be up, and who says so. */
export interface StoredIntent {
  readonly wanted: boolean;
  /** `operator`, `guard`, … */
  readonly by: string;
  readonly why: string;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** What is kept of one harness; a part that was never saved is absent. */
export interface StoredHarness {
  readonly intent?: StoredIntent;
  /** The supervision's own JSON, as it was saved. */
  readonly lifecycle?: unknown;
  /** The notification memory's own JSON, as it was saved. */
  readonly memory?: unknown;
  /** The guards' own JSON, as it was saved. */
  readonly guards?: unknown;
  /** The daemon's own JSON of its last restarts, as it was saved. */
  readonly restarts?: unknown;
}

/** A deliberate wait for quota. */
export interface StoredPark {
  /** Unix milliseconds of the release; absent when the provider named none. */
  readonly untilMs?: number;
  /** The classifier's rule. */
  readonly rule: string;
  /** Unix milliseconds. */
  readonly sinceMs: number;
  readonly group?: string;
}

/** A process that is or was a harness: enough to know it again after a crash of the daemon. */
export interface StoredProcess {
  readonly harness: string;
  readonly pid: number;
  /** The kernel's start time, in whatever form the reader gives it. */
  readonly startTime: number | string;
  /** Unix milliseconds. */
  readonly startedAtMs: number;
}

/** A start whose process is not known yet: what it may have led to carries the mark. */
export interface StoredStart {
  readonly harness: string;
  /** Unlike that of any other start. */
  readonly mark: string;
  /** Unix milliseconds. */
  readonly startedAtMs: number;
}
