import type { RestartHours } from '@harness/protocol';
import type { Store } from '@harness/store';

/** Counts restarts by the hour, for a day, also past the daemon's own; a harness that never restarts costs nothing. */
export interface RestartCounts {
  /** @param atMs - On the clock that never steps. */
  restarted(harness: string, atMs: number): void;
  forget(harness: string): void;
  /** Those of the last 24 hours, by harness; one without any is absent. */
  counts(nowMs: number): Readonly<Record<string, RestartHours>>;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Goes on with what the store has kept, and keeps what it counts there. */
export function createRestartCounts(
  store: Pick<Store, 'harnesses' | 'saveRestarts'>,
): RestartCounts {
  const byHarness = new Map(
    [...store.harnesses()].map(([harness, { restarts }]) => [harness, hoursIn(restarts)]),
  );
  return {
    restarted(harness, atMs) {
      const hour = hourOf(atMs);
      const hours = byHarness.get(harness) ?? new Map<number, number>();
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
      byHarness.set(harness, hours);
      forgetBefore(hours, hour - HOURS + 1);
      store.saveRestarts(harness, Object.fromEntries(hours));
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

/** Reads what was kept; whatever is no count of an hour is nothing. */
function hoursIn(kept: unknown): Map<number, number> {
  const entries: [string, unknown][] =
    typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  return new Map(
    entries.flatMap(([hour, count]) =>
      typeof count === 'number' ? [[Number(hour), count] as const] : [],
    ),
  );
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
