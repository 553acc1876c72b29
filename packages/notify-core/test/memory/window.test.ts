import { describe, expect, it } from 'vitest';
import { rebase, restoreMemory } from '../../src/index.ts';
import { POLICY, WINDOW_MS, watch } from './watch.ts';

describe('a cooldown window', () => {
  it('lets one of each event through and counts the rest for the next', () => {
    const harness = watch();
    expect(harness.told('flapping', 0)).toMatchObject({ kind: 'deliver', suppressed: 0 });
    expect(harness.raise('flapping', 1)).toEqual({
      kind: 'suppressed',
      reason: 'cooldown',
      untilMs: WINDOW_MS,
    });
    expect(harness.raise('flapping', WINDOW_MS - 1).kind).toBe('suppressed');
    expect(harness.raise('health', 2).kind).toBe('deliver');
    expect(harness.raise('flapping', WINDOW_MS)).toMatchObject({ kind: 'deliver', suppressed: 2 });
    expect(harness.raise('flapping', 2 * WINDOW_MS)).toMatchObject({ suppressed: 0 });
  });

  it('is off at 0', () => {
    const harness = watch({ ...POLICY, cooldownMs: 0 });
    expect([0, 0, 1].map((nowMs) => harness.raise('flapping', nowMs).kind)).toEqual(
      Array(3).fill('deliver'),
    );
  });

  it('follows a changed cooldown while it is open', () => {
    const harness = watch();
    harness.told('flapping', 0);
    harness.policy = { ...POLICY, cooldownMs: 60_000 };
    expect(harness.raise('flapping', 60_000).kind).toBe('deliver');
    harness.policy = { ...POLICY, cooldownMs: 2 * WINDOW_MS };
    expect(harness.raise('flapping', 60_000 + WINDOW_MS).kind).toBe('suppressed');
  });

  it.each(['error', 'timeout', 'dropped'] as const)('is taken back by %s', (result) => {
    const harness = watch();
    harness.settled(harness.raise('failed', 0), result);
    expect(harness.raise('failed', 1).kind).toBe('deliver');
  });

  it('is not taken back by the failure of an earlier delivery', () => {
    const harness = watch({ ...POLICY, cooldownMs: 0 });
    const first = harness.raise('failed', 0);
    const second = harness.raise('failed', 1);
    harness.policy = POLICY;
    harness.settled(first, 'error');
    expect(harness.raise('failed', 2).kind).toBe('suppressed');
    harness.settled(second, 'error');
    expect(harness.raise('failed', 3).kind).toBe('deliver');
  });

  it('hands the count of a delivery that reached nobody to the next one', () => {
    const harness = watch();
    harness.told('flapping', 0);
    harness.raise('flapping', 1);
    harness.settled(harness.raise('flapping', WINDOW_MS), 'timeout');
    expect(harness.raise('flapping', WINDOW_MS + 1)).toMatchObject({ suppressed: 1 });
  });

  it('takes an outcome that is reported twice once', () => {
    const harness = watch();
    const first = harness.raise('flapping', 0);
    harness.settled(first, 'error');
    harness.told('flapping', 1);
    harness.settled(first, 'error');
    expect(harness.raise('flapping', 2).kind).toBe('suppressed');
  });

  it('lasts one cooldown at most after the clock was set back', () => {
    const harness = watch();
    harness.told('failed', 10 * WINDOW_MS);
    expect(harness.raise('failed', 0)).toMatchObject({ untilMs: WINDOW_MS });
    expect(harness.raise('failed', WINDOW_MS).kind).toBe('deliver');
  });

  it('lasts one cooldown at most when a stored stamp lies ahead', () => {
    const harness = watch();
    harness.told('failed', 0);
    const tenYearsMs = 315_360_000_000;
    harness.memory = rebase(harness.memory, tenYearsMs, 5);
    expect(harness.raise('failed', 4 + WINDOW_MS).kind).toBe('suppressed');
    expect(harness.raise('failed', 5 + WINDOW_MS).kind).toBe('deliver');
  });

  it('goes on over a move to another clock and back from JSON', () => {
    const harness = watch();
    harness.told('flapping', 1000);
    harness.raise('flapping', 1001);
    harness.memory = rebase(harness.memory, -5000, -3000);
    harness.memory = restoreMemory(JSON.parse(JSON.stringify(harness.memory)));
    expect(harness.raise('flapping', WINDOW_MS - 4001).kind).toBe('suppressed');
    expect(harness.raise('flapping', WINDOW_MS - 4000)).toMatchObject({ suppressed: 2 });
    expect(harness.raise('parked', WINDOW_MS - 4000).kind).toBe('deliver');
  });

  it.each([undefined, null, 'text', {}, { version: 99 }])(
    'is forgotten with a memory that reads %j',
    (kept) => {
      const harness = watch();
      harness.memory = restoreMemory(kept);
      expect(harness.told('failed', 0).kind).toBe('deliver');
    },
  );

  it('keeps one harness apart from another', () => {
    watch().told('failed', 0);
    expect(watch().raise('failed', 1).kind).toBe('deliver');
  });

  it('leaves no trace of an event that nobody wants', () => {
    const harness = watch({ ...POLICY, events: new Set(['failed']) });
    expect(harness.raise('flapping', 0)).toEqual({ kind: 'unwanted', reason: 'not_in_events' });
    harness.policy = POLICY;
    expect(harness.raise('flapping', 1)).toMatchObject({ kind: 'deliver', suppressed: 0 });
  });
});
