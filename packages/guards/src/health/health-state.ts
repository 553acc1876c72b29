/** What the health guard knows of a harness. */
export interface HealthState {
  /** When the run came up, on the clock that never steps. Absent: it is not up. */
  readonly upSinceMs?: number | undefined;
  /** Failures in a row. */
  readonly failures: number;
  /** The action was taken and told, and no probe has succeeded since. */
  readonly told: boolean;
  /** It has asked for a restart; it says no more before the next run. */
  readonly restarting: boolean;
  /** An operator has ended the run or asked for the next one, for which what was told before does not count. */
  readonly anew: boolean;
}

/** A harness that was never probed. */
export const NEVER_PROBED: HealthState = {
  failures: 0,
  told: false,
  restarting: false,
  anew: false,
};
