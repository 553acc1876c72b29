/**
 * The two times that the daemon knows.
 *
 * `nowMs` never steps: it starts at the wall clock's milliseconds since 1970 and then follows the monotonic clock, so
 * that windows and back-offs survive a clock that is set back, and an instant that was stored compares with it after a
 * restart. `wallMs` is the wall clock, for what a person reads.
 */
export interface Clock {
  /** Milliseconds that only grow. */
  nowMs(): number;
  /** Milliseconds since 1970 as the host tells them now. */
  wallMs(): number;
}

/** The clock of this process. */
export function systemClock(): Clock {
  const { timeOrigin } = performance;
  return {
    nowMs: () => timeOrigin + performance.now(),
    wallMs: () => Date.now(),
  };
}
