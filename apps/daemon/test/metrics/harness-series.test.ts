import { STATES } from '@harness/supervision';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import {
  harnessSeries,
  type MeasuredHarness,
  MOST_NAMES,
} from '../../src/metrics/harness-series.ts';
import { registerSeries } from '../../src/metrics/series.ts';

const harness = (name: string, more: Partial<MeasuredHarness> = {}): MeasuredHarness => ({
  name,
  state: 'running',
  restarts: 1,
  failures: 0,
  backOffMs: 0,
  ...more,
});

async function scrape(harnesses: readonly MeasuredHarness[]): Promise<readonly string[]> {
  const registry = new Registry();
  registerSeries(
    registry,
    harnessSeries(() => harnesses),
  );
  return (await registry.metrics()).split('\n');
}

const many = (count: number): MeasuredHarness[] =>
  Array.from({ length: count }, (_, index) => harness(`h${index}`));

describe('the series of harnesses', () => {
  it('follow the harnesses: what is gone has none', async () => {
    const registry = new Registry();
    let now = [harness('a'), harness('b', { state: 'failed', failures: 6, backOffMs: 1500 })];
    registerSeries(
      registry,
      harnessSeries(() => now),
    );
    const first = await registry.metrics();
    expect(first).toContain('harness_state{harness="b",state="failed"} 1');
    expect(first).toContain('harness_state{harness="b",state="running"} 0');
    expect(first).toContain('harness_failures{harness="b"} 6');
    expect(first).toContain('harness_backoff_seconds{harness="b"} 1.5');
    now = [harness('a', { restarts: 7 })];
    const second = await registry.metrics();
    expect(second).toContain('harness_restarts_total{harness="a"} 7');
    expect(second).not.toContain('"b"');
  });

  it('are one for each name up to the limit, a harness called other included', async () => {
    const lines = await scrape([...many(MOST_NAMES - 1), harness('other')]);
    expect(lines.filter((line) => line.startsWith('harness_state{'))).toHaveLength(
      MOST_NAMES * STATES.length,
    );
    expect(lines).toContain('harness_restarts_total{harness="other"} 1');
  });

  it('add up what comes after the limit as other, however many there are', async () => {
    const lines = await scrape([harness('other', { state: 'failed' }), ...many(2000)]);
    expect(lines.filter((line) => line.startsWith('harness_restarts_total{'))).toHaveLength(
      MOST_NAMES + 1,
    );
    expect(lines).toContain('harness_restarts_total{harness="other"} 1501');
    expect(lines).toContain('harness_state{harness="other",state="running"} 1500');
    expect(lines).toContain('harness_state{harness="other",state="failed"} 1');
  });

  it('have no sample at all without a harness', async () => {
    expect((await scrape([])).filter((line) => !line.startsWith('#') && line !== '')).toEqual([]);
  });
});
