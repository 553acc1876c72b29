import type { NotifiedEvent, Result } from '@harness/notify-core';
import type { DeliveryMetrics } from '@harness/notify-metrics';

/** What the daemon needs of its metrics between two scrapes, and at one. */
export type DaemonMetrics = Pick<DeliveryMetrics, 'count' | 'counted' | 'expose' | 'took'>;

/** So many times of deliveries are kept until somebody scrapes. */
const MOST_TIMES = 1000;

/**
 * Metrics that are made at the first scrape: the library behind them takes a tenth of an idle daemon's memory, all of
 * which every start of a program has to copy. Until then they are plain numbers; none is lost.
 *
 * @param make - Makes the real ones, everything that a scrape shows included.
 */
export function createLazyMetrics(make: () => Promise<DeliveryMetrics>): DaemonMetrics {
  const early = new Map<NotifiedEvent, Map<Result, number>>();
  const times: { readonly result: Result; readonly durationMs: number }[] = [];
  let made: DeliveryMetrics | undefined;
  let making: Promise<DeliveryMetrics> | undefined;

  function load(): Promise<DeliveryMetrics> {
    making ??= make().then(takeOver, (error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  }

  function takeOver(metrics: DeliveryMetrics): DeliveryMetrics {
    for (const [event, results] of early) {
      for (const [result, count] of results) {
        repeat(count, () => metrics.counted(event, result));
      }
    }
    for (const { result, durationMs } of times.splice(0)) {
      metrics.took(result, durationMs);
    }
    made = metrics;
    return metrics;
  }

  return {
    counted(event, result) {
      if (made !== undefined) {
        made.counted(event, result);
        return;
      }
      const results = early.get(event) ?? new Map<Result, number>();
      results.set(result, (results.get(result) ?? 0) + 1);
      early.set(event, results);
    },
    took(result, durationMs) {
      if (made !== undefined) {
        made.took(result, durationMs);
        return;
      }
      times.push({ result, durationMs });
      if (times.length > MOST_TIMES) {
        // What cannot be loaded now is tried again with the next one.
        load().catch(() => undefined);
      }
    },
    count: (event, result) =>
      made === undefined ? (early.get(event)?.get(result) ?? 0) : made.count(event, result),
    expose: async (accept) => (await load()).expose(accept),
  };
}

function repeat(count: number, work: () => void): void {
  for (let done = 0; done < count; done += 1) {
    work();
  }
}
