import type { Clock } from '../clock.ts';

/** One alarm per harness, for the end of a cooldown window that holds something back. */
export interface Alarms {
  /** Sets it to an instant of the daemon's clock, or off. */
  set(harness: string, atMs: number | undefined): void;
  clear(): void;
}

// A timer's most; what is later is looked at again then.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
// What is overdue still waits a moment: a delivery that fails over and over must not spin.
const OVERDUE_WAIT_MS = 1000;

/** @param ring - Called when the time has come; sets the next alarm itself. */
export function createAlarms(clock: Clock, ring: (harness: string) => void): Alarms {
  const timers = new Map<string, { readonly atMs: number; readonly timer: NodeJS.Timeout }>();

  function set(harness: string, atMs: number | undefined): void {
    const armed = timers.get(harness);
    if (armed?.atMs === atMs) {
      return;
    }
    clearTimeout(armed?.timer);
    timers.delete(harness);
    if (atMs !== undefined) {
      timers.set(harness, { atMs, timer: setTimeout(() => rung(harness), waitMs(atMs)) });
    }
  }

  function waitMs(atMs: number): number {
    const leftMs = atMs - clock.nowMs();
    // Rounded up: a timer that fires a moment early would find nothing due.
    return leftMs <= 0 ? OVERDUE_WAIT_MS : Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS);
  }

  function rung(harness: string): void {
    timers.delete(harness);
    ring(harness);
  }

  return {
    set,
    clear() {
      for (const { timer } of timers.values()) {
        clearTimeout(timer);
      }
      timers.clear();
    },
  };
}
