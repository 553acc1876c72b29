/** A reset that a text states, before it is held against the record's time. */
export interface StatedReset {
  readonly atMs: number;
  /** It was printed for a person to the minute, so it may have passed as it was read. */
  readonly printed?: true;
}

/** How long ago a printed reset may have passed and still be the one that is meant: 5 minutes. */
export const JUST_PASSED_MS = 300_000;
