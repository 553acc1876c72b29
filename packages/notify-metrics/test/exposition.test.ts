import { spawnSync } from 'node:child_process';
import { createDeliveryMetrics, DELIVERY_SECONDS, expose } from '@harness/notify-metrics';
import { Counter, Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';

const OPEN = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
const PLAIN = 'text/plain; version=0.0.4; charset=utf-8';

describe('the format of a scrape', () => {
  it.each([
    [undefined, PLAIN],
    ['', PLAIN],
    ['*/*', PLAIN],
    ['text/plain', PLAIN],
    ['text/html,application/xhtml+xml,*/*;q=0.8', PLAIN],
    ['application/openmetrics-text', OPEN],
    ['application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1', OPEN],
    ['Application/OpenMetrics-Text; Version=1.0.0; Q=0.75, text/plain; q=0.5', OPEN],
    ['application/openmetrics-text;q=0.2,text/plain;q=0.9', PLAIN],
    ['application/openmetrics-text;q=0', PLAIN],
    ['application/openmetrics-text;q=x', PLAIN],
  ])('is what %j prefers: %s', async (accept, contentType) => {
    expect((await createDeliveryMetrics().expose(accept)).contentType).toBe(contentType);
  });

  it('names a counter’s family without _total in OpenMetrics, its samples with it, in either order', async () => {
    const registry = new Registry();
    new Counter({ name: 'jobs_total', help: 'Jobs.', registers: [registry] }).inc(2);
    new Gauge({ name: 'x', help: 'a\n# TYPE jobs_total counter', registers: [registry] }).set(1);
    const plain = '# HELP jobs_total Jobs.\n# TYPE jobs_total counter\njobs_total 2\n';
    expect((await expose(registry)).text).toContain(plain);
    const open = await expose(registry, 'application/openmetrics-text');
    expect(open.text).toBe(
      '# HELP jobs Jobs.\n# TYPE jobs counter\njobs_total 2\n# HELP x a\\n# TYPE jobs_total counter\n# TYPE x gauge\nx 1\n# EOF\n',
    );
    expect((await expose(registry)).text).toContain(plain);
  });

  it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
    'passes promtool, which must be installed (Debian: prometheus)',
    async () => {
      const metrics = createDeliveryMetrics();
      metrics.counted('failed', 'ok');
      metrics.took('ok', 20);
      const checked = spawnSync('promtool', ['check', 'metrics'], { input: await metrics.text() });
      expect(String(checked.stderr)).toBe('');
      expect(checked.status).toBe(0);
    },
  );
});

describe('the histogram of deliveries', () => {
  it('has every result that runs a hook at 0, and counts seconds', async () => {
    const metrics = createDeliveryMetrics();
    const count = async (result: string): Promise<string | undefined> =>
      (await metrics.text())
        .split('\n')
        .find((line) => line.startsWith(`${DELIVERY_SECONDS}_count{result="${result}"}`));
    for (const result of ['ok', 'error', 'timeout']) {
      expect(await count(result)).toMatch(/ 0$/);
    }
    metrics.took('timeout', 15_000);
    metrics.took('dropped', 0);
    metrics.took('suppressed', 0);
    expect(await count('timeout')).toMatch(/ 1$/);
    const text = await metrics.text();
    expect(text).toContain(`${DELIVERY_SECONDS}_sum{result="timeout"} 15\n`);
    expect(text).toContain(`${DELIVERY_SECONDS}_bucket{le="10",result="timeout"} 0\n`);
    expect(text).toContain(`${DELIVERY_SECONDS}_bucket{le="15",result="timeout"} 1\n`);
    expect(text).not.toMatch(new RegExp(`${DELIVERY_SECONDS}.*(dropped|suppressed)`));
  });
});
