/** What the loop guard knows of a run. */
export interface LoopState {
  /** It has asked for the stop; it says no more before the next run. */
  readonly stopping: boolean;
  /** One for each agent that calls tools, the one that called last at the end; bounded. */
  readonly tracks: readonly Track[];
}

/** The newest calls of one agent in one session. */
export interface Track {
  readonly session: string;
  /** Absent: the session's main agent. */
  readonly agent?: string;
  /** Oldest first; one more than the longest cycle. */
  readonly calls: readonly Call[];
  /** For cycles of 1, 2, 3 calls: how many calls in a row were the same as the one that many before. */
  readonly repeats: readonly number[];
}

/** One tool call. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  /** Of its arguments. */
  readonly digest: string;
  /** It only waits for a running job, or reads it; then what it gave is what counts. */
  readonly waits: boolean;
  /** Its result is still out. */
  readonly awaited: boolean;
  /** The digest of the newest result that this very call gave; absent before the first, and unless it `waits`. */
  readonly result?: string;
}

/** The longest cycle that is looked for, in calls. */
export const LONGEST_CYCLE = 3;

/** A run in which nothing was called yet. */
export const NO_CALLS: LoopState = { stopping: false, tracks: [] };
