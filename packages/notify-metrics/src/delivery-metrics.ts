import { NOTIFIED_EVENTS, type NotifiedEvent, RESULTS, type Result } from '@harness/notify-core';
import { Counter, Registry } from 'prom-client';
import { type DeliveryCounts, deliveryCounts } from './delivery-counts.ts';
import { registerDeliveryTimes } from './delivery-times.ts';
import { type Exposition, expose } from './exposition.ts';

/** Name of the delivery counter. */
export const DELIVERIES_TOTAL = 'harness_notify_deliveries_total';

/** The delivery counter, the histogram beside it, and what it takes to serve them. */
export interface DeliveryMetrics {
  /** Where further metrics of the same endpoint are registered. */
  readonly registry: Registry;
  /** The `Content-Type` of {@link DeliveryMetrics.text}. */
  readonly contentType: string;
  /** Counts one delivery. Plain arithmetic: safe to call on every suppressed event of a storm. */
  counted(event: NotifiedEvent, result: Result): void;
  /** Takes how long the hook of one delivery ran; `dropped` and `suppressed` ran none, and are passed over. */
  took(result: Result, durationMs: number): void;
  /** How many were counted so far. */
  count(event: NotifiedEvent, result: Result): number;
  /** The exposition of everything in the registry, in Prometheus' text format. */
  text(): Promise<string>;
  /** The same in the format that an `Accept` header prefers, OpenMetrics included. */
  expose(accept?: string): Promise<Exposition>;
}

/**
 * Makes `harness_notify_deliveries_total{event,result}`, a counter with one series at 0 for every
 * notified event and result, `test` included, and the histogram `harness_notify_delivery_seconds{result}`.
 *
 * @param registry - where it is registered; default: a registry of its own, never prom-client's global one.
 * @throws Error when the registry holds a metric of that name already.
 */
export function createDeliveryMetrics(registry: Registry = new Registry()): DeliveryMetrics {
  const counts = deliveryCounts();
  registerCounter(registry, counts);
  return {
    registry,
    contentType: registry.contentType,
    counted: counts.add,
    took: registerDeliveryTimes(registry),
    count: counts.get,
    text: () => registry.metrics(),
    expose: (accept) => expose(registry, accept),
  };
}

function registerCounter(registry: Registry, counts: DeliveryCounts): void {
  const counter: Counter<'event' | 'result'> = new Counter({
    name: DELIVERIES_TOTAL,
    help: 'Notifications by event and by how their delivery ended.',
    labelNames: ['event', 'result'],
    registers: [registry],
    collect: () => copyInto(counter, counts),
  });
}

// Adding 0 is what makes a series exist.
function copyInto(counter: Counter<'event' | 'result'>, counts: DeliveryCounts): void {
  counter.reset();
  for (const event of NOTIFIED_EVENTS) {
    for (const result of RESULTS) {
      counter.inc({ event, result }, counts.get(event, result));
    }
  }
}
