/** What the stall guard knows of a harness. Instants are of the clock that never steps. */
export interface StallState {
  /** When silence began: at the start of the run, its last success or the end of a sleep. Absent: it is not up. */
  readonly quietSinceMs?: number | undefined;
  /** What the agent is at; absent while it waits for a person. */
  readonly open?: OpenTurn | undefined;
  /** Stalls in a row that were answered with a restart. */
  readonly restarts: number;
  /** The episode that was told; `restarted` ends with the run. */
  readonly episode?: 'left_running' | 'restarted' | 'left_alone' | undefined;
  /** A stall was told, and no call has succeeded since. */
  readonly told: boolean;
  /** An operator has ended the run or asked for the next one, which begins with no stall behind it. */
  readonly anew: boolean;
  /** How the provider refused the agent since its last success. */
  readonly refused?: Refused | undefined;
}

/** Something that the agent was asked to do and has not ended. */
export interface OpenTurn {
  readonly session: string;
  readonly sinceMs: number;
}

/** What a provider said, without its own words. */
export interface Refused {
  /** The classifier's rule. */
  readonly rule: string;
  /** The agent has tried again. */
  readonly retrying: boolean;
}

/** A harness that is not up and never stalled. */
export const NEVER_STALLED: StallState = { restarts: 0, told: false, anew: false };
