import { describe, expect, it } from 'vitest';
import { due, endAlerts, forget, nextDueMs, openAlerts, sampleFact } from '../../src/index.ts';
import { POLICY, WINDOW_MS, watch } from './watch.ts';

describe('what a window holds back', () => {
  it.each([
    { event: 'failed' },
    { event: 'loop_stopped' },
    { event: 'stalled' },
    { event: 'parked' },
    { event: 'session_rotated', unfinished: true },
  ] as const)('is told once at its end, if it is $event', ({ event, ...more }) => {
    const harness = watch();
    harness.told(event, 0, more);
    harness.raise(event, 10, { ...more, detail: 'first' });
    harness.raise(event, 20, { ...more, detail: 'latest' });
    expect(nextDueMs(harness.memory, POLICY)).toBe(WINDOW_MS);
    expect(due(harness.memory, POLICY, WINDOW_MS - 1)).toEqual([]);
    expect(due(harness.memory, POLICY, WINDOW_MS)).toMatchObject([{ event, detail: 'latest' }]);
    expect(harness.retold(event, WINDOW_MS)).toMatchObject({ kind: 'deliver', suppressed: 2 });
    expect(harness.retold(event, WINDOW_MS)).toBeUndefined();
    expect(nextDueMs(harness.memory, POLICY)).toBeUndefined();
    expect(harness.raise(event, WINDOW_MS + 1, more).kind).toBe('suppressed');
  });

  it.each([
    { event: 'flapping' },
    { event: 'health' },
    { event: 'run_failed' },
    { event: 'intent_lost' },
    { event: 'session_rotated' },
  ] as const)('is only counted, if it is $event', ({ event }) => {
    const harness = watch();
    harness.told(event, 0);
    harness.raise(event, 1, { detail: 'x' });
    expect(nextDueMs(harness.memory, POLICY)).toBeUndefined();
    expect(harness.raise(event, WINDOW_MS)).toMatchObject({ suppressed: 1 });
  });

  it('is due at once when the window is taken back, under the episode that went on', () => {
    const harness = watch();
    const failed = harness.raise('failed', 0, { episodeId: 'a' });
    harness.raise('failed', 1, { episodeId: 'b' });
    harness.settled(failed, 'dropped');
    expect(nextDueMs(harness.memory, POLICY)).toBeLessThanOrEqual(1);
    expect(due(harness.memory, POLICY, 1)).toHaveLength(1);
    const retold = harness.retold('failed', 1);
    expect(retold).toMatchObject({ kind: 'deliver', episode: 'a', opens: true, suppressed: 1 });
    if (retold !== undefined) {
      harness.settled(retold, 'ok');
    }
    expect(openAlerts(harness.memory)).toMatchObject([{ episode: 'a' }]);
  });

  it('is forgotten when it is no longer true, and stays counted', () => {
    const harness = watch();
    harness.told('parked', 0);
    harness.raise('parked', 1);
    harness.memory = forget(harness.memory, 'parked');
    expect(nextDueMs(harness.memory, POLICY)).toBeUndefined();
    expect(harness.raise('parked', WINDOW_MS)).toMatchObject({ suppressed: 1 });
  });

  it('keeps the fact that it was raised with', () => {
    const harness = watch();
    const fact = sampleFact('parked');
    harness.told('parked', 0);
    harness.raise('parked', 1, { detail: fact });
    expect(due(harness.memory, POLICY, WINDOW_MS)).toMatchObject([{ detail: fact }]);
  });

  it('is covered by the next delivery that comes by itself', () => {
    const harness = watch();
    harness.told('failed', 0);
    harness.raise('failed', 1);
    expect(harness.raise('failed', WINDOW_MS)).toMatchObject({ suppressed: 1 });
    expect(due(harness.memory, POLICY, 3 * WINDOW_MS)).toEqual([]);
  });

  it('gives the next delivery the episode in which it was first held back', () => {
    const harness = watch();
    harness.told('failed', 0);
    harness.memory = endAlerts(harness.memory);
    harness.raise('failed', 1, { episodeId: 'a' });
    harness.raise('failed', 2, { episodeId: 'b' });
    expect(harness.raise('failed', WINDOW_MS, { episodeId: 'c' })).toMatchObject({ episode: 'a' });
  });

  it('keeps its proof for the alert that it opens', () => {
    const harness = watch();
    harness.settled(harness.raise('failed', 0), 'error');
    harness.told('failed', 1, { proofMs: 10_000 });
    harness.raise('failed', 2, { proofMs: 50_000 });
    const retold = harness.retold('failed', WINDOW_MS + 1);
    expect(retold?.kind).toBe('deliver');
    expect(openAlerts(harness.memory)).toMatchObject([{ proofMs: 50_000 }]);
  });

  it('waits while nobody wants its event', () => {
    const harness = watch();
    harness.told('failed', 0);
    harness.raise('failed', 1);
    const others = { ...POLICY, events: new Set(['parked'] as const) };
    expect(nextDueMs(harness.memory, others)).toBeUndefined();
    expect(due(harness.memory, others, WINDOW_MS)).toEqual([]);
    expect(due(harness.memory, POLICY, WINDOW_MS)).toHaveLength(1);
  });

  it('comes sooner under a shorter cooldown', () => {
    const harness = watch();
    harness.told('failed', 5);
    harness.raise('failed', 6);
    expect(nextDueMs(harness.memory, { ...POLICY, cooldownMs: 60_000 })).toBe(60_005);
    expect(nextDueMs(harness.memory, { ...POLICY, cooldownMs: 0 })).toBe(5);
  });
});
