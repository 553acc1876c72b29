import type { Clock } from '../clock.ts';

/** One alarm per harness, for the end of a cooldown window that holds something back. */
export interface Alarms {
  /** Sets it to an instant of the daemon's clock, or off. */
  set(harness: string, atMs: number | undefined): void;
  clear(): void;
}

// A timer's most; what is later is looked at again then.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
// What is due at once still waits a moment: a delivery that fails over and over must not spin.
const SHORTEST_TIMER_MS = 1000;

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
      const waitMs = Math.min(Math.max(atMs - clock.nowMs(), SHORTEST_TIMER_MS), LONGEST_TIMER_MS);
      timers.set(harness, { atMs, timer: setTimeout(() => rung(harness), waitMs) });
    }
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
