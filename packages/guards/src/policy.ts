/** The times and limits of the guards, the same for every harness of a daemon. */
export interface Policy {
  /** How many times the limit a call that only waits for a running job may be repeated; at least 1. */
  readonly waitingFactor: number;
  /** How many context-limit errors at the end of a session wedge it. */
  readonly wedgingErrors: number;
  /** How old the newest of them may be. */
  readonly wedgeAgeMs: number;
  /** A session that is wedged again within this time of a rotation is not rotated again. */
  readonly rotationPauseMs: number;
  /** How many refusals without a reset park a resident. */
  readonly parkingRefusals: number;
  /** Within which time they must fall. */
  readonly refusalWindowMs: number;
  /** The longest park, whatever the provider named. */
  readonly longestParkMs: number;
  /** How many stalls in a row are answered with a restart. */
  readonly stallRestarts: number;
}

/** The policy of a daemon in use; tests pass shorter times. */
export const DEFAULT_POLICY: Policy = {
  waitingFactor: 5,
  wedgingErrors: 2,
  wedgeAgeMs: 900_000,
  rotationPauseMs: 3_600_000,
  parkingRefusals: 3,
  refusalWindowMs: 600_000,
  longestParkMs: 691_200_000,
  stallRestarts: 5,
};
