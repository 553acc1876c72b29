/** What the quota guard knows of a harness. */
export interface QuotaState {
  /** It waits for quota; absent when it does not. */
  readonly park?: Parked;
  /** Parks since the last successful call; each one doubles the wait that names no reset. */
  readonly parks: number;
  /** When the newest refusals of the run without a success between were written, in Unix milliseconds; bounded. */
  readonly refusals: readonly number[];
  /** The rule of the run's newest model call, had it been refused for quota; absent otherwise. */
  readonly refusedLast?: string | undefined;
}

/** A deliberate wait for quota. Times are Unix milliseconds. */
export interface Parked {
  /** The classifier's rule. */
  readonly rule: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  /** It ends within this time of any moment, so that a clock that is set back does not lengthen it without bound. */
  readonly longestMs: number;
}

/** A harness that was never refused. */
export const NEVER_REFUSED: QuotaState = { parks: 0, refusals: [] };
