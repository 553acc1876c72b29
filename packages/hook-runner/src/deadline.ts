/** Why a run's time is up. */
export type DeadlineReason = 'timeout' | 'cancelled';

/** The one instant after which nothing of a run may be left. */
export interface Deadline {
  /** Resolves at the instant, however it was set; never if it is cleared before. */
  readonly reached: Promise<DeadlineReason>;
  /** Starts the clock: the program runs. */
  arm(timeoutMs: number): void;
  /** Brings the instant forward; a later one changes only the reason. */
  shorten(graceMs: number): void;
  clear(): void;
}

/** A deadline that is not set yet, on a clock that never steps. */
export function createDeadline(): Deadline {
  const { promise, resolve } = Promise.withResolvers<DeadlineReason>();
  let reason: DeadlineReason = 'timeout';
  let dueMs = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const bring = (inMs: number): void => {
    dueMs = Math.min(dueMs, performance.now() + inMs);
    clearTimeout(timer);
    timer = setTimeout(() => resolve(reason), timerMs(dueMs));
  };
  return {
    reached: promise,
    arm: bring,
    shorten: (graceMs) => {
      reason = 'cancelled';
      bring(graceMs);
    },
    clear: () => clearTimeout(timer),
  };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

// A longer timer would fire at once.
function timerMs(dueMs: number): number {
  return Math.min(Math.max(0, dueMs - performance.now()), LONGEST_TIMER_MS);
}
