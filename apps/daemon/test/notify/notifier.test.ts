import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyLab, stopTheClock, turn } from './notify-lab.ts';

beforeEach(stopTheClock);
afterEach(() => {
  vi.useRealTimers();
});

describe('a notification', () => {
  it('is recorded before its hook runs, and its end once it has ended', async () => {
    const lab = notifyLab();
    lab.notifier.raise('a', {
      kind: 'gave_up',
      exit: { kind: 'exited', code: 1 },
      restarts: 6,
      longestRunMs: 5,
    });
    // The hook waits until whoever raised it has done its own writing.
    expect(lab.runs).toEqual([]);
    expect(lab.store.unstarted()).toHaveLength(1);
    await turn();
    expect(lab.runs).toHaveLength(1);
    await lab.pass(20);
    expect(lab.store.openStarted()).toMatchObject([{ event: 'failed', harness: 'a', seq: 1 }]);
    await lab.running()[0]?.end('timeout');
    expect(lab.recorded()).toMatchObject([
      { result: 'timeout', detail: { kind: 'timed_out' }, durationMs: 5 },
    ]);
    expect(lab.metrics.count('failed', 'timeout')).toBe(1);
  });

  it('whose hook ends at once has begun and ended, in this order', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    expect(lab.store.openStarted()).toEqual([]);
    await lab.running()[0]?.end();
    expect(lab.recorded()).toMatchObject([
      { startedAtMs: lab.recorded()[0]?.raisedAtMs, result: 'ok' },
    ]);
  });

  it('that cannot be put into words is a logged fault, counts as failed and opens no window', async () => {
    let broken = true;
    const lab = notifyLab({
      admit: (text) => {
        if (broken) {
          throw new Error('a rule is broken');
        }
        return text;
      },
    });
    await lab.fail('a');
    expect(lab.logged).toMatchObject([{ msg: 'notify: a fault of its own' }]);
    expect(lab.metrics.count('failed', 'error')).toBe(1);
    broken = false;
    await lab.fail('a');
    expect(lab.told()).toEqual(['failed a']);
    expect(lab.runs[0]?.payload.seq).toBe(1);
  });

  it('of a harness that is removed meanwhile leaves no memory behind, nor takes one over', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    lab.store.dropHarness('a');
    lab.notifier.forget('a');
    await lab.fail('a');
    const [first, second] = lab.runs;
    await first?.end('error');
    expect(second).toBeUndefined();
    expect(lab.told()).toEqual(['failed a', 'failed a']);
    // The end of the old one must not have opened the window that the new one holds.
    await lab.fail('a');
    expect(lab.metrics.count('failed', 'suppressed')).toBe(1);
    lab.store.dropHarness('a');
    lab.notifier.forget('a');
    await lab.endAll();
    expect(lab.store.harnesses().has('a')).toBe(false);
  });
});

describe('a full queue', () => {
  // Four run, one waits.
  const full = async () => {
    const lab = notifyLab({ queueCapacity: 1 });
    for (const harness of ['a', 'b', 'c', 'd', 'e']) {
      await lab.fail(harness);
    }
    return lab;
  };

  it('drops what arrives: counted, recorded, a gap in the numbers, one line for all of them', async () => {
    const lab = await full();
    await lab.fail('y');
    await lab.fail('z');
    expect(lab.metrics.count('failed', 'dropped')).toBe(2);
    expect(lab.recorded().filter(({ result }) => result === 'dropped')).toMatchObject([
      { harness: 'z', seq: 7, detail: { kind: 'dropped' } },
      { harness: 'y', seq: 6 },
    ]);
    await lab.pass(1000);
    expect(lab.logged.filter(({ level }) => level === 50)).toMatchObject([
      { dropped: 2, harnesses: ['y', 'z'] },
    ]);
    await lab.endAll();
    await lab.fail('x');
    expect(lab.runs.map(({ payload }) => payload.seq)).toEqual([1, 2, 3, 4, 5, 8]);
  });

  it('opens no window: the next one is told', async () => {
    const lab = await full();
    await lab.fail('z');
    await lab.endAll();
    await lab.fail('z');
    expect(lab.told().at(-1)).toBe('failed z');
  });

  it('takes the waiting recovered along when it drops the opener', async () => {
    const lab = notifyLab({ queueCapacity: 1 });
    for (const harness of ['a', 'b', 'c', 'd']) {
      await lab.fail(harness);
    }
    await lab.flap('z');
    await lab.prove('z');
    await lab.fail('y');
    expect(lab.metrics.count('flapping', 'dropped')).toBe(1);
    await lab.fail('z');
    expect(lab.metrics.count('failed', 'dropped')).toBe(1);
    await lab.prove('z');
    await lab.endAll();
    expect(lab.told()).toEqual(['failed a', 'failed b', 'failed c', 'failed d', 'failed y']);
  });

  it('still has room for a test', async () => {
    const lab = await full();
    const outcome = lab.notifier.test();
    await turn();
    expect(lab.told().at(-1)).toBe('test');
    await lab.running().at(-1)?.end('error');
    expect(await outcome).toMatchObject({ result: 'error' });
    expect(lab.recorded()[0]).toMatchObject({ event: 'test', result: 'error' });
    expect(lab.recorded()[0]).not.toHaveProperty('harness');
    expect(lab.metrics.count('test', 'error')).toBe(1);
  });
});

describe('recovered', () => {
  it('waits for the alert that it closes', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.prove('a');
    expect(lab.told()).toEqual(['failed a']);
    await lab.endAll();
    expect(lab.told()).toEqual(['failed a', 'recovered a']);
    expect(lab.runs[1]?.payload.resolves).toEqual([lab.runs[0]?.payload.episode]);
    expect(lab.notifier.openAlerts('a')).toEqual([]);
  });

  it.each(['error', 'timeout'] as const)('is not told when the alert ended %s', async (result) => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.prove('a');
    await lab.endAll(result);
    expect(lab.told()).toEqual(['failed a']);
  });

  it('is not told once a reload has struck it from the events', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.prove('a');
    lab.table = { command: ['/hook'], events: ['failed'], timeoutMs: 1000, cooldownMs: 0 };
    lab.notifier.reconfigured();
    await lab.endAll();
    expect(lab.told()).toEqual(['failed a']);
  });

  it('closes the alert also while no hook is configured', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.endAll();
    const { table } = lab;
    lab.table = undefined;
    lab.notifier.reconfigured();
    await lab.prove('a');
    expect(lab.notifier.openAlerts('a')).toEqual([]);
    lab.table = table;
    await lab.fail('a');
    expect(lab.told()).toEqual(['failed a', 'failed a']);
  });
});

describe('a reload', () => {
  it('leaves the queue its table, and the windows as they are', async () => {
    const lab = notifyLab();
    for (const harness of ['a', 'b', 'c', 'd', 'e']) {
      await lab.fail(harness);
    }
    lab.table = { command: ['/other'], events: ['failed'], timeoutMs: 9000, cooldownMs: 900_000 };
    lab.notifier.reconfigured();
    await lab.endAll();
    expect(lab.runs.map(({ delivery }) => delivery.hook.command)).toEqual(Array(5).fill(['/hook']));
    await lab.fail('a');
    expect(lab.metrics.count('failed', 'suppressed')).toBe(1);
    await lab.fail('f');
    expect(lab.runs.at(-1)?.delivery.hook).toMatchObject({
      command: ['/other'],
      timeoutMs: 9000,
    });
  });

  it('that shortens the cooldown ends the open windows earlier', async () => {
    const lab = notifyLab();
    await lab.fail('a');
    await lab.endAll();
    await lab.fail('a');
    lab.table = { command: ['/hook'], events: ['failed'], timeoutMs: 1000, cooldownMs: 5000 };
    lab.notifier.reconfigured();
    await lab.pass(5001);
    expect(lab.told()).toEqual(['failed a', 'failed a']);
  });
});

describe('the end', () => {
  it('ends what runs, keeps what waits, and starts and rings no more', async () => {
    const lab = notifyLab();
    for (const harness of ['a', 'b', 'c', 'd', 'e']) {
      await lab.fail(harness);
    }
    await lab.fail('a');
    const test = lab.notifier.test();
    await lab.notifier.stop(5000);
    expect(await test).toMatchObject({ result: 'error' });
    expect(lab.running()).toEqual([]);
    expect(lab.store.openStarted()).toEqual([]);
    expect(lab.store.unstarted()).toMatchObject([{ harness: 'e' }]);
    lab.notifier.resume();
    await lab.fail('f');
    await lab.pass(10_000_000);
    expect(lab.told().slice(4)).toEqual(['test']);
  });
});
