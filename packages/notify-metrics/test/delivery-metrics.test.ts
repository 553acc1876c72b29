import { NOTIFIED_EVENTS, type NotifiedEvent, RESULTS, type Result } from '@harness/notify-core';
import { createDeliveryMetrics, DELIVERIES_TOTAL } from '@harness/notify-metrics';
import fc from 'fast-check';
import { Gauge, Registry, register } from 'prom-client';
import { describe, expect, it } from 'vitest';

const PAIRS = NOTIFIED_EVENTS.flatMap((event) => RESULTS.map((result) => ({ event, result })));

describe('the delivery counter', () => {
  it('has every notified event and result at 0 from the start, test included', async () => {
    const lines = seriesOf(await createDeliveryMetrics().text());
    expect(lines).toHaveLength(11 * 5);
    expect(new Set(lines)).toEqual(new Set(PAIRS.map((pair) => line(pair, 0))));
  });

  it('is described as a counter, in the text format that it is served as', async () => {
    const metrics = createDeliveryMetrics();
    const text = await metrics.text();
    expect(text).toMatch(
      new RegExp(`^# HELP ${DELIVERIES_TOTAL} \\S.*\n# TYPE ${DELIVERIES_TOTAL} counter\n`),
    );
    expect(DELIVERIES_TOTAL).toBe('harness_notify_deliveries_total');
    expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('shows k for what was counted k times, at each scrape', async () => {
    const pair = fc.constantFrom(...PAIRS);
    await fc.assert(
      fc.asyncProperty(
        fc.array(pair, { maxLength: 200 }),
        fc.array(pair, { maxLength: 20 }),
        async (first, then) => {
          const metrics = createDeliveryMetrics();
          for (const counted of [first, [...first, ...then]]) {
            for (const { event, result } of counted === first ? first : then) {
              metrics.counted(event, result);
            }
            const expected = PAIRS.map((one) => line(one, timesIn(counted, one)));
            expect(seriesOf(await metrics.text())).toEqual(expected);
            expect(PAIRS.map(({ event, result }) => metrics.count(event, result))).toEqual(
              PAIRS.map((one) => timesIn(counted, one)),
            );
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('shares a registry that is given, and leaves the global one alone', async () => {
    const registry = new Registry();
    const metrics = createDeliveryMetrics(registry);
    new Gauge({ name: 'another', help: 'Beside it.', registers: [registry] }).set(3);
    expect(await metrics.text()).toContain('\nanother 3\n');
    expect(metrics.registry).toBe(registry);
    expect(register.getMetricsAsArray()).toEqual([]);
    expect(() => createDeliveryMetrics(registry)).toThrow(DELIVERIES_TOTAL);
  });
});

// The README's example.
describe('a scrape', () => {
  it('shows what was counted before it', async () => {
    const metrics = createDeliveryMetrics();
    metrics.counted('failed', 'ok');
    metrics.counted('failed', 'ok');
    expect(await metrics.text()).toContain(
      'harness_notify_deliveries_total{event="failed",result="ok"} 2\n',
    );
  });
});

interface Pair {
  readonly event: NotifiedEvent;
  readonly result: Result;
}

function seriesOf(text: string): string[] {
  return text.split('\n').filter((one) => one.startsWith(`${DELIVERIES_TOTAL}{`));
}

function line({ event, result }: Pair, value: number): string {
  return `${DELIVERIES_TOTAL}{event="${event}",result="${result}"} ${value}`;
}

function timesIn(counted: readonly Pair[], { event, result }: Pair): number {
  return counted.filter((one) => one.event === event && one.result === result).length;
}
