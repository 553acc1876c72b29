import { RESULTS, type Result } from '@harness/notify-core';
import { Histogram, type Registry } from 'prom-client';

/** Name of the histogram of how long hooks ran. */
export const DELIVERY_SECONDS = 'harness_notify_delivery_seconds';

/** The results of deliveries that ran a hook. */
const TIMED: readonly Result[] = RESULTS.filter(
  (result) => result !== 'dropped' && result !== 'suppressed',
);

// A hook may take 1 s to 5 min; a quick one is done within a tenth of a second.
const BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300];

/** Takes how long a hook ran; a result without a run of the hook is passed over. */
export function registerDeliveryTimes(
  registry: Registry,
): (result: Result, durationMs: number) => void {
  const histogram = new Histogram({
    name: DELIVERY_SECONDS,
    help: 'How long the notify hook ran, by how the delivery ended.',
    labelNames: ['result'],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  for (const result of TIMED) {
    histogram.zero({ result });
  }
  return (result, durationMs) => {
    if (TIMED.includes(result)) {
      histogram.observe({ result }, durationMs / 1000);
    }
  };
}
