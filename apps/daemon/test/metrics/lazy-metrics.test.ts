import { createDeliveryMetrics } from '@harness/notify-metrics';
import { expect, it } from 'vitest';
import { createLazyMetrics } from '../../src/metrics/lazy-metrics.ts';

function lazy() {
  let made = 0;
  const metrics = createLazyMetrics(() => {
    made += 1;
    return Promise.resolve(createDeliveryMetrics());
  });
  return { metrics, made: () => made };
}

it('shows at the first scrape whatever was counted before it, and goes on from there', async () => {
  const { metrics, made } = lazy();
  metrics.counted('failed', 'ok');
  metrics.counted('failed', 'ok');
  metrics.took('ok', 70);
  expect(metrics.count('failed', 'ok')).toBe(2);
  expect(metrics.count('flapping', 'dropped')).toBe(0);
  expect(made()).toBe(0);

  const { text } = await metrics.expose();
  expect(text).toContain('harness_notify_deliveries_total{event="failed",result="ok"} 2');
  expect(text).toContain('harness_notify_delivery_seconds_sum{result="ok"} 0.07');

  metrics.counted('failed', 'ok');
  metrics.took('ok', 30);
  expect(metrics.count('failed', 'ok')).toBe(3);
  const later = await metrics.expose();
  expect(later.text).toContain('harness_notify_deliveries_total{event="failed",result="ok"} 3');
  expect(later.text).toContain('harness_notify_delivery_seconds_count{result="ok"} 2');
  expect(made()).toBe(1);
});

it('keeps no more than a thousand times while nobody scrapes', async () => {
  const { metrics, made } = lazy();
  for (let count = 0; count < 1500; count += 1) {
    metrics.took('ok', 1);
  }
  await expect.poll(made).toBe(1);
  const { text } = await metrics.expose();
  expect(text).toContain('harness_notify_delivery_seconds_count{result="ok"} 1500');
});

it('fails a scrape whose metrics cannot be made, and makes them for the next', async () => {
  const failing = new Error('no memory');
  const answers = [() => Promise.reject(failing), () => Promise.resolve(createDeliveryMetrics())];
  const metrics = createLazyMetrics(() => (answers.shift() ?? (() => Promise.reject(failing)))());
  metrics.counted('failed', 'error');
  await expect(metrics.expose()).rejects.toBe(failing);
  expect((await metrics.expose()).text).toContain('{event="failed",result="error"} 1');
});
