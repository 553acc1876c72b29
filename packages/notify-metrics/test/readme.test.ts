import { expect, it } from 'vitest';
import { createDeliveryMetrics } from '../src/index.ts';

it('does what the README shows', async () => {
  const metrics = createDeliveryMetrics();
  metrics.counted('failed', 'ok');
  metrics.counted('failed', 'ok');

  expect(await metrics.text()).toContain(
    'harness_notify_deliveries_total{event="failed",result="ok"} 2\n',
  );
});
