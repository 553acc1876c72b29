/** What the session guard knows of a run, and of the rotations before it. */
export interface SessionState {
  /** It has asked for the stop; it says no more before the next run. */
  readonly stopping: boolean;
  /** The top-level sessions of the run, the one that was active last at the end; bounded. */
  readonly sessions: readonly SessionTail[];
  /** When the last rotation was done, in Unix milliseconds. */
  readonly rotatedMs?: number;
}

/** How a session ends, as far as context-limit errors go. */
export interface SessionTail {
  readonly session: string;
  /** The context-limit errors since its last success. */
  readonly failedTurns: number;
  /** When the newest of them was written, in Unix milliseconds; 0 without one. */
  readonly failedMs: number;
}

/** A run that has written nothing yet, of a harness that was never rotated. */
export const NO_SESSIONS: SessionState = { stopping: false, sessions: [] };
