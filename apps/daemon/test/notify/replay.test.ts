import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NotifyLab, notifyLab, stopTheClock, throwawayFolder } from './notify-lab.ts';

beforeEach(stopTheClock);
afterEach(() => {
  vi.useRealTimers();
});

/** What a daemon leaves that is killed while four hooks run. */
async function killed(
  folder: string,
  raise: (lab: NotifyLab) => Promise<void>,
): Promise<NotifyLab> {
  const lab = notifyLab({ folder, table: { cooldownMs: 0 } });
  await raise(lab);
  lab.store.close();
  return lab;
}

describe('after a restart', () => {
  it('what had not started is told, in order and with its id; what had is closed as an error', async () => {
    const folder = throwawayFolder();
    let left: readonly string[] = [];
    await killed(folder, async (lab) => {
      for (const harness of ['a', 'b', 'c', 'd']) {
        await lab.flap(harness);
      }
      await lab.flap('a');
      await lab.fail('a');
      await lab.fail('e');
      const begun = new Set(lab.runs.map(({ delivery }) => delivery.id));
      left = lab.store
        .unstarted()
        .map(({ id }) => id)
        .filter((id) => !begun.has(id));
    });
    const next = notifyLab({ folder, states: { a: 'failed', e: 'failed' } });
    expect(next.metrics.count('flapping', 'error')).toBe(4);
    await next.pass(0);
    await next.endAll();
    expect(next.told()).toEqual(['flapping a', 'failed e', 'failed a']);
    expect(new Set(next.runs.map(({ payload }) => payload.id))).toEqual(new Set(left));
    expect(next.runs.every(({ payload }) => payload.replayed === true)).toBe(true);
    expect(next.recorded().filter(({ result }) => result === 'error')).toHaveLength(4);
    expect(next.recorded().at(-1)?.detail).toEqual({
      kind: 'cancelled',
      reason: 'daemon stopped during delivery',
    });
    expect(next.recorded().every(({ result }) => result !== undefined)).toBe(true);
  });

  it.each([
    { state: 'failed', past: undefined },
    { state: 'running', past: 'this is past: it is running now' },
    { state: undefined, past: 'this is past: it is no longer configured now' },
  ])('a failed of a harness that is $state says so', async ({ state, past }) => {
    const folder = throwawayFolder();
    await killed(folder, async (lab) => {
      await lab.notifier.stop(0);
      await lab.fail('a');
    });
    const next = notifyLab({ folder, states: state === undefined ? {} : { a: state } });
    await next.pass(0);
    const message = next.runs[0]?.payload.message;
    expect(message?.endsWith(`(${past})`)).toBe(past !== undefined);
    expect(message).toContain('a failed');
  });

  it('an incident is told as it was, and how late', async () => {
    const folder = throwawayFolder();
    await killed(folder, async (lab) => {
      await lab.notifier.stop(0);
      await lab.flap('a');
    });
    const next = notifyLab({ folder, ahead: { nowMs: 90_000, wallMs: 90_000 } });
    await next.pass(0);
    expect(next.runs[0]?.payload).toMatchObject({ delayed_s: 90, replayed: true });
    expect(next.runs[0]?.payload.message).not.toContain('past');
  });

  it('what arises before the daemon is ready comes after what is older, and once', async () => {
    const folder = throwawayFolder();
    await killed(folder, async (lab) => {
      await lab.notifier.stop(0);
      await lab.flap('a');
    });
    const next = notifyLab({ folder, resumed: false, states: { a: 'failed' } });
    await next.fail('a');
    expect(next.told()).toEqual([]);
    next.notifier.resume();
    await next.pass(0);
    await next.endAll();
    expect(next.told()).toEqual(['flapping a', 'failed a']);
    expect(next.runs.map(({ payload }) => payload.replayed)).toEqual([true, undefined]);
    await next.fail('a');
    expect(next.metrics.count('failed', 'suppressed')).toBe(1);
  });

  it('the alert that an earlier daemon told is closed by this one', async () => {
    const folder = throwawayFolder();
    const first = await killed(folder, async (lab) => {
      await lab.fail('a');
      await lab.endAll();
    });
    const next = notifyLab({ folder });
    expect(next.notifier.openAlerts('a')).toHaveLength(1);
    await next.prove('a');
    expect(next.runs[0]?.payload.resolves).toEqual([first.runs[0]?.payload.episode]);
  });

  it('a test that nobody waits for any more is told without a harness', async () => {
    const folder = throwawayFolder();
    const first = notifyLab({ folder });
    first.store.enqueue({
      id: 'cut off before it started',
      event: 'test',
      payload: () => ({ version: 1, event: 'test', message: 'a test' }),
      hook: { command: ['/hook'], timeoutMs: 1000, delivery: 0 },
      raisedAtMs: Date.now(),
    });
    first.store.close();
    const next = notifyLab({ folder });
    await next.pass(0);
    await next.endAll();
    expect(next.told()).toEqual(['test']);
    expect(next.recorded()).toMatchObject([{ event: 'test', result: 'ok' }]);
    expect(next.store.harnesses().size).toBe(0);
  });

  it('a record that is damaged is closed, logged, and holds no window', async () => {
    const folder = throwawayFolder();
    await killed(folder, async (lab) => {
      await lab.notifier.stop(0);
      await lab.fail('a');
    });
    const file = new DatabaseSync(join(folder, 'harness.db'));
    file.exec(`UPDATE notification SET hook = '{"command":'`);
    file.close();
    const next = notifyLab({ folder });
    await next.pass(0);
    expect(next.told()).toEqual([]);
    expect(next.recorded()).toMatchObject([{ result: 'error' }]);
    expect(next.metrics.count('failed', 'error')).toBe(1);
    expect(next.logged).toMatchObject([{ level: 50, harness: 'a', event: 'failed' }]);
    await next.fail('a');
    expect(next.told()).toEqual(['failed a']);
  });
});

describe('a store that comes back', () => {
  it('gives what an earlier daemon left in it, and what it remembered', async () => {
    const folder = throwawayFolder();
    await killed(folder, async (lab) => {
      await lab.fail('told');
      await lab.endAll();
      await lab.fail('started');
      await lab.notifier.stop(0);
      await lab.flap('waiting');
    });
    const blocker = new DatabaseSync(join(folder, 'harness.db'));
    blocker.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE x (y)');
    const next = notifyLab({ folder });
    expect(next.store.health().state).toBe('memory');
    await next.fail('new');
    await next.endAll();
    expect(next.told()).toEqual(['failed new']);
    blocker.exec('ROLLBACK');
    blocker.close();
    await next.pass(5000);
    expect(next.troubles.at(-1)?.kind).toBe('durable');
    next.notifier.resume();
    await next.pass(0);
    await next.endAll();
    expect(next.told()).toEqual(['failed new', 'flapping waiting']);
    await next.prove('told');
    expect(next.told().at(-1)).toBe('recovered told');
    next.notifier.resume();
    await next.endAll();
    expect(next.told()).toHaveLength(3);
  });
});
