import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyLab, stopTheClock, throwawayFolder } from './notify-lab.ts';

beforeEach(stopTheClock);
afterEach(() => {
  vi.useRealTimers();
});

const WINDOW_MS = 900_000;

describe('what a window holds back', () => {
  it('is told once when the window ends, if it is still true, with what it stands for', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.endAll();
    await lab.pass(1000);
    await lab.fail('a');
    await lab.fail('a');
    expect(lab.metrics.count('failed', 'suppressed')).toBe(2);
    await lab.pass(WINDOW_MS - 1001);
    expect(lab.told()).toHaveLength(1);
    await lab.pass(1);
    expect(lab.told()).toHaveLength(2);
    expect(lab.runs[1]?.payload).toMatchObject({
      suppressed: 2,
      episode: lab.runs[0]?.payload.episode,
    });
    await lab.endAll();
    await lab.pass(3 * WINDOW_MS);
    expect(lab.told()).toHaveLength(2);
    expect(lab.metrics.count('failed', 'ok')).toBe(2);
    expect(lab.metrics.count('failed', 'suppressed')).toBe(2);
  });

  it('is told of no more when it is over by then', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.endAll();
    await lab.fail('a');
    lab.states.set('a', 'running');
    await lab.pass(2 * WINDOW_MS);
    expect(lab.told()).toHaveLength(1);
    await lab.fail('a');
    expect(lab.runs[1]?.payload.suppressed).toBe(1);
  });

  it('is only counted if it is an incident', async () => {
    const lab = notifyLab();
    await lab.flap('a');
    await lab.endAll();
    await lab.flap('a');
    await lab.pass(2 * WINDOW_MS);
    expect(lab.told()).toEqual(['flapping a']);
    expect(lab.store.counts()).toContainEqual({
      event: 'flapping',
      result: 'suppressed',
      count: 1,
    });
  });

  it('is told a second later when the delivery that holds it back fails, and never again', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.fail('a');
    await lab.endAll('error');
    await lab.pass(1000);
    expect(lab.told()).toHaveLength(2);
    await lab.endAll('error');
    await lab.pass(2 * WINDOW_MS);
    expect(lab.told()).toHaveLength(2);
  });

  it('survives a daemon that is killed in the same moment', async () => {
    const folder = throwawayFolder();
    const first = notifyLab({ folder });
    await first.fail('a');
    await first.endAll();
    await first.fail('a');
    // Not closed, not even flushed: what a killed daemon leaves.
    const next = notifyLab({ folder, states: { a: 'failed' } });
    await next.pass(WINDOW_MS);
    expect(next.told()).toEqual(['failed a']);
    expect(next.runs[0]?.payload.suppressed).toBe(1);
  });

  it.each(['suppressed', 'unwanted'] as const)('is one row a window: %s', async (reason) => {
    const lab = notifyLab(reason === 'unwanted' ? { table: { events: ['failed'] } } : {});
    await lab.flap('a');
    await lab.endAll();
    const before = reason === 'unwanted' ? 1 : 0;
    for (let number = 0; number < 5; number += 1) {
      await lab.flap('a');
      await lab.pass(100);
    }
    lab.store.flushHeld();
    const rows = () => lab.store.history({ limit: 9, result: reason });
    expect(rows()).toMatchObject([{ kind: 'held_back', event: 'flapping', count: 5 + before }]);
    await lab.pass(WINDOW_MS);
    await lab.flap('a');
    await lab.flap('a');
    await lab.endAll();
    lab.store.flushHeld();
    expect(rows()).toHaveLength(2);
  });
});

describe('the clock', () => {
  it.each([
    { what: 'set back by two hours', wallMs: -7_200_000 },
    { what: 'set forward by ten years', wallMs: 315_360_000_000 },
  ])('$what changes no window', async ({ wallMs }) => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.endAll();
    lab.ahead.wallMs = wallMs;
    await lab.pass(60_000);
    await lab.fail('a');
    expect(lab.metrics.count('failed', 'suppressed')).toBe(1);
    lab.states.set('a', 'running');
    await lab.pass(WINDOW_MS - 60_000 + 1);
    await lab.fail('a');
    expect(lab.told()).toHaveLength(2);
    expect(lab.runs[1]?.payload).not.toHaveProperty('delayed_s');
  });

  it('that was ten years ahead in an earlier daemon silences nothing for longer than a window', async () => {
    const folder = throwawayFolder();
    const tenYearsMs = 315_360_000_000;
    const first = notifyLab({ folder, ahead: { nowMs: tenYearsMs, wallMs: tenYearsMs } });
    await first.fail('a');
    await first.endAll();
    await first.fail('a');
    first.store.close();
    const next = notifyLab({ folder, states: { a: 'failed' } });
    await next.pass(WINDOW_MS - 1);
    expect(next.told()).toEqual([]);
    await next.pass(1);
    expect(next.told()).toEqual(['failed a']);
  });
});
