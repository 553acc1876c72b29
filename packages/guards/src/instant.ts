/** One moment on the two clocks of a daemon. */
export interface Instant {
  /** Unix time in milliseconds. It may be set. */
  readonly unixMs: number;
  /** Milliseconds of a clock that never steps. It means nothing to another process. */
  readonly steadyMs: number;
}

/** What the looks of a busy daemon may be late by without anybody having slept. */
const LATE_MS = 5_000;

/**
 * Whether the host slept, or the daemon was frozen, between two looks that were to be `intervalMs` apart: one of the
 * clocks went on by far more. A clock that was set forward looks the same.
 */
export function hasSlept(before: Instant, after: Instant, intervalMs: number): boolean {
  const unixMs = after.unixMs - before.unixMs;
  const steadyMs = after.steadyMs - before.steadyMs;
  return Math.max(unixMs, steadyMs) > intervalMs + LATE_MS;
}
