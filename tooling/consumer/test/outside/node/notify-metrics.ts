import { createDeliveryMetrics, type DeliveryMetrics } from '@harness/notify-metrics';
import { Gauge, Registry } from 'prom-client';

/** Counts beside a metric of one's own, in a registry of one's own. */
export async function use(): Promise<unknown> {
  const registry = new Registry();
  const metrics: DeliveryMetrics = createDeliveryMetrics(registry);
  metrics.counted('failed', 'ok');
  new Gauge({ name: 'own', help: 'Of the consumer.', registers: [registry] }).set(7);
  const lines = (await registry.metrics()).split('\n');
  const series = lines.filter((line) => line.startsWith('harness_notify_deliveries_total{'));
  return {
    told: series.filter((line) => line.includes('event="failed"') && line.endsWith(' 1')).length,
    atZero: series.filter((line) => line.endsWith(' 0')).length,
    own: lines.includes('own 7'),
  };
}
