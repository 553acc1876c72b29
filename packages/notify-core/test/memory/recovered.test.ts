import { describe, expect, it } from 'vitest';
import { endAlerts, endEpisodes, openAlerts } from '../../src/index.ts';
import { POLICY, WINDOW_MS, watch } from './watch.ts';

const UNTOLD = { kind: 'untold', reason: 'no_alert_open' };

describe('recovered', () => {
  it('closes every alert that was told, in the order in which they opened, once', () => {
    const harness = watch();
    harness.told('stalled', 0, { episodeId: 'a' });
    harness.told('failed', 1, { episodeId: 'b' });
    harness.told('parked', 2, { episodeId: 'c' });
    expect(harness.raise('recovered', 3)).toMatchObject({
      kind: 'deliver',
      resolves: ['a', 'b'],
      closes: ['stalled', 'failed'],
      opens: false,
    });
    expect(harness.raise('recovered', 4)).toEqual(UNTOLD);
  });

  it.each(['error', 'timeout', 'dropped'] as const)(
    'says nothing of an alert whose delivery ended with %s',
    (result) => {
      const harness = watch();
      harness.settled(harness.raise('failed', 0), result);
      expect(harness.raise('recovered', 1)).toEqual(UNTOLD);
    },
  );

  it.each([
    'flapping',
    'health',
    'parked',
    'intent_lost',
    'run_failed',
    'session_rotated',
  ] as const)('says nothing of %s', (event) => {
    const harness = watch();
    harness.told(event, 0, { unfinished: true });
    expect(harness.raise('recovered', 1)).toEqual(UNTOLD);
  });

  it('says nothing of an event that nobody wanted', () => {
    const harness = watch({ ...POLICY, events: new Set(['flapping', 'recovered']) });
    harness.raise('failed', 0);
    expect(harness.raise('recovered', 1)).toEqual(UNTOLD);
  });

  it('is exempt from its own window', () => {
    const harness = watch();
    for (const nowMs of [0, 10]) {
      harness.told('failed', nowMs);
      expect(harness.told('recovered', nowMs + 1)).toMatchObject({
        kind: 'deliver',
        suppressed: 0,
      });
    }
  });

  it.each(['failed', 'loop_stopped'] as const)('clears the window of %s', (event) => {
    const harness = watch();
    harness.told(event, 0);
    harness.raise(event, 1);
    harness.told('recovered', 2);
    expect(harness.memory.held).toEqual([]);
    expect(harness.raise(event, 3)).toMatchObject({ kind: 'deliver', suppressed: 1 });
  });

  it('clears windows when it is not in events, and ends the alerts unsaid', () => {
    const harness = watch({ ...POLICY, events: new Set(['failed']) });
    harness.told('failed', 0);
    expect(harness.raise('recovered', 1).kind).toBe('unwanted');
    expect(openAlerts(harness.memory)).toEqual([]);
    expect(harness.raise('failed', 2).kind).toBe('deliver');
  });

  it('clears windows when nothing was told', () => {
    const harness = watch();
    harness.told('failed', 0);
    harness.memory = endAlerts(harness.memory);
    expect(harness.raise('recovered', 1)).toEqual(UNTOLD);
    expect(harness.raise('failed', 2).kind).toBe('deliver');
  });

  it('leaves other windows as they are', () => {
    const harness = watch();
    harness.told('stalled', 0);
    harness.told('flapping', 0);
    harness.told('recovered', 1);
    expect(harness.raise('stalled', 2).kind).toBe('suppressed');
    expect(harness.raise('flapping', 2).kind).toBe('suppressed');
  });

  it('is not sent again when its own delivery fails', () => {
    const harness = watch();
    harness.told('failed', 0);
    harness.settled(harness.raise('recovered', 1), 'error');
    expect(harness.raise('recovered', 2)).toEqual(UNTOLD);
  });
});

describe('a recovered whose opener is under way', () => {
  it('waits, and goes once that was told', () => {
    const harness = watch();
    const failed = harness.raise('failed', 0, { episodeId: 'a' });
    expect(harness.raise('recovered', 1)).toEqual({ kind: 'waiting', reason: 'opener_in_flight' });
    const [recovered] = harness.settled(failed, 'ok');
    expect(recovered).toMatchObject({ kind: 'deliver', resolves: ['a'], closes: ['failed'] });
    expect(harness.raise('recovered', 2)).toEqual(UNTOLD);
  });

  it.each(['error', 'timeout', 'dropped'] as const)('is forgotten with it at %s', (result) => {
    const harness = watch();
    const failed = harness.raise('failed', 0);
    harness.raise('recovered', 1);
    expect(harness.settled(failed, result)).toEqual([]);
    expect(harness.memory.waiting).toBeUndefined();
  });

  it('waits for the last of several and closes what was told', () => {
    const harness = watch();
    const stalled = harness.raise('stalled', 0, { episodeId: 'a' });
    const failed = harness.raise('failed', 1, { episodeId: 'b' });
    harness.raise('recovered', 2);
    expect(harness.settled(stalled, 'ok')).toEqual([]);
    expect(harness.settled(failed, 'error')).toMatchObject([{ resolves: ['a'] }]);
  });

  it('gives back what it was raised with', async () => {
    const { settle } = await import('../../src/index.ts');
    const harness = watch();
    const failed = harness.raise('failed', 0);
    harness.raise('recovered', 1, { detail: { upMs: 12 } });
    const delivery = failed.kind === 'deliver' ? failed.delivery : 0;
    expect(settle(harness.memory, { delivery, result: 'ok' }).releases).toMatchObject([
      { event: 'recovered', detail: { upMs: 12 } },
    ]);
  });

  it('is withdrawn when the harness is in trouble again, and the alert stays open', () => {
    const harness = watch();
    const first = harness.raise('failed', 0, { episodeId: 'a' });
    harness.raise('recovered', 1);
    const second = harness.raise('failed', 2, { episodeId: 'b' });
    expect(second).toMatchObject({ kind: 'deliver', episode: 'a' });
    expect(harness.settled(first, 'ok')).toEqual([]);
    expect(harness.settled(second, 'ok')).toEqual([]);
    expect(harness.raise('recovered', 3)).toMatchObject({ kind: 'deliver', resolves: ['a'] });
  });

  it('is withdrawn by the operator’s stop', () => {
    const harness = watch();
    const failed = harness.raise('failed', 0);
    harness.raise('recovered', 1);
    harness.memory = endAlerts(harness.memory);
    expect(harness.memory.waiting).toBeUndefined();
    expect(harness.settled(failed, 'ok')).toEqual([]);
    expect(openAlerts(harness.memory)).toEqual([]);
  });
});

describe('an episode', () => {
  it('keeps its id until it ends', () => {
    const harness = watch();
    harness.told('failed', 0, { episodeId: 'a' });
    expect(harness.told('failed', WINDOW_MS, { episodeId: 'b' })).toMatchObject({
      episode: 'a',
      opens: false,
    });
    harness.told('recovered', WINDOW_MS + 1);
    expect(harness.raise('failed', WINDOW_MS + 2, { episodeId: 'c' })).toMatchObject({
      episode: 'c',
      opens: true,
    });
  });

  it.each(['flapping', 'run_failed', 'session_rotated'] as const)('is not had by %s', (event) => {
    expect(watch().raise(event, 0)).not.toHaveProperty('episode');
  });

  it.each([
    { event: 'parked' },
    { event: 'health' },
    { event: 'intent_lost' },
    { event: 'session_rotated', unfinished: true },
  ] as const)('of $event ends silently', ({ event, ...more }) => {
    const harness = watch({ ...POLICY, cooldownMs: 0 });
    const raise = (nowMs: number, episodeId: string) =>
      harness.told(event, nowMs, { ...more, episodeId });
    expect(raise(0, 'a')).toMatchObject({ episode: 'a', opens: false });
    expect(raise(1, 'b')).toMatchObject({ episode: 'a' });
    harness.memory = endEpisodes(harness.memory, [event]);
    expect(raise(2, 'c')).toMatchObject({ episode: 'c' });
  });

  it('that has ended opens no alert when its delivery ends well', () => {
    const harness = watch();
    const stalled = harness.raise('stalled', 0);
    harness.memory = endEpisodes(harness.memory, ['stalled']);
    harness.settled(stalled, 'ok');
    expect(openAlerts(harness.memory)).toEqual([]);
  });
});

describe('an open alert', () => {
  it('knows since when it stands and the longest run to outlive, held-back ones included', () => {
    const harness = watch();
    harness.told('failed', 7, { episodeId: 'a', proofMs: 20_000 });
    harness.raise('failed', 8, { proofMs: 90_000 });
    harness.raise('failed', 9, { proofMs: 30_000 });
    expect(openAlerts(harness.memory)).toEqual([
      { event: 'failed', episode: 'a', sinceMs: 7, proofMs: 90_000 },
    ]);
  });

  it('is not there before it was told', () => {
    const harness = watch();
    harness.raise('failed', 0);
    expect(openAlerts(harness.memory)).toEqual([]);
  });

  it('ends without a word when the operator stops the harness', () => {
    const harness = watch();
    harness.told('failed', 0);
    harness.raise('failed', 1);
    harness.memory = endAlerts(harness.memory);
    expect([openAlerts(harness.memory), harness.memory.held]).toEqual([[], []]);
    expect(harness.raise('failed', 2).kind).toBe('suppressed');
  });
});
