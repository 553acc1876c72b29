import type { RestartHours } from '@harness/protocol';

/** Counts restarts by the hour, for a day; a harness that never restarts costs nothing. */
export interface RestartCounts {
  /** @param atMs - On the clock that never steps. */
  restarted(harness: string, atMs: number): void;
  forget(harness: string): void;
  /** Those of the last 24 hours, by harness; one without any is absent. */
  counts(nowMs: number): Readonly<Record<string, RestartHours>>;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

export function createRestartCounts(): RestartCounts {
  const byHarness = new Map<string, Map<number, number>>();
  return {
    restarted(harness, atMs) {
      const hour = hourOf(atMs);
      const hours = byHarness.get(harness) ?? new Map<number, number>();
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
      byHarness.set(harness, hours);
      forgetBefore(hours, hour - HOURS + 1);
    },
    forget(harness) {
      byHarness.delete(harness);
    },
    counts(nowMs) {
      const first = hourOf(nowMs) - HOURS + 1;
      const rows = [...byHarness]
        .map(([harness, hours]): [string, RestartHours] => [harness, dayFrom(first, hours)])
        .filter(([, day]) => day.some((count) => count > 0));
      return Object.fromEntries(rows);
    },
  };
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

function forgetBefore(hours: Map<number, number>, first: number): void {
  for (const hour of hours.keys()) {
    if (hour < first) {
      hours.delete(hour);
    }
  }
}

function dayFrom(first: number, hours: ReadonlyMap<number, number>): RestartHours {
  return Array.from({ length: HOURS }, (_, index) => hours.get(first + index) ?? 0);
}
