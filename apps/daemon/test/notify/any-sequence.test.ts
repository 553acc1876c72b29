import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type NotifyLab, notifyLab, stopTheClock, throwawayFolder } from './notify-lab.ts';

beforeEach(stopTheClock);
afterEach(() => {
  vi.useRealTimers();
});

const RESULTS = ['ok', 'error', 'timeout', 'dropped', 'suppressed'] as const;
const EVENTS = ['failed', 'flapping', 'recovered'] as const;

const step = fc.oneof(
  fc.tuple(fc.constantFrom('fail', 'flap', 'prove'), fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')),
  fc.tuple(fc.constant('end'), fc.nat(3), fc.constantFrom('ok', 'error', 'timeout')),
  fc.tuple(fc.constant('pass'), fc.constantFrom(10, 1000, 60_000)),
  fc.tuple(fc.constant('stop'), fc.constantFrom('a', 'b', 'c')),
);

async function take(lab: NotifyLab, [what, which, result]: readonly unknown[]): Promise<void> {
  const harness = String(which);
  switch (what) {
    case 'fail':
    case 'flap':
    case 'prove':
      await lab[what](harness);
      break;
    case 'end':
      await lab.running()[Number(which)]?.end(result as 'ok' | 'error' | 'timeout');
      break;
    case 'pass':
      await lab.pass(Number(which));
      break;
    default:
      lab.states.set(harness, 'stopped');
      lab.notifier.endAlerts(harness);
  }
}

/** By event and result; without what is 0. */
function counted(lab: NotifyLab): Record<string, number> {
  const pairs = EVENTS.flatMap((event) => RESULTS.map((result) => [event, result] as const));
  return Object.fromEntries(
    pairs
      .map(([event, result]) => [`${event} ${result}`, lab.metrics.count(event, result)] as const)
      .filter(([, count]) => count > 0),
  );
}

function historic(lab: NotifyLab): Record<string, number> {
  lab.store.flushHeld();
  return Object.fromEntries(
    lab.store
      .counts()
      .filter(({ result }) => result !== 'unwanted')
      .map(({ event, result, count }) => [`${event} ${result}`, count]),
  );
}

/** What every delivery that ran must keep to, whatever happened. */
function expectOrder(lab: NotifyLab): void {
  expect(lab.running().length).toBeLessThanOrEqual(4);
  for (const harness of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const mine = lab.runs.filter(({ payload }) => payload.harness === harness);
    const seqs = mine.map(({ payload }) => payload.seq ?? 0);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(mine.filter(({ isOver }) => !isOver).length).toBeLessThanOrEqual(1);
  }
}

it('tells each in order, at most once, and counts the same as it records', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.array(step, { maxLength: 20 }),
      fc.constantFrom(0, 1, 3, 1024),
      async (before, after, queueCapacity) => {
        const folder = throwawayFolder();
        const options = { folder, queueCapacity, table: { cooldownMs: 30_000 } };
        const first = notifyLab(options);
        for (const one of before) {
          await take(first, one);
          expectOrder(first);
        }
        expect(historic(first)).toEqual(counted(first));
        const started = new Set(first.runs.map(({ delivery }) => delivery.id));
        const left = first.store
          .unstarted()
          .map(({ id }) => id)
          .filter((id) => !started.has(id));
        const earlier = historic(first);
        first.store.close();

        const next = notifyLab({ ...options, states: Object.fromEntries(first.states) });
        for (const one of after) {
          await take(next, one);
          expectOrder(next);
        }
        await next.endAll();
        const told = next.runs.map(({ delivery }) => delivery.id);
        expect(told.filter((id) => started.has(id))).toEqual([]);
        expect(new Set(told).size).toBe(told.length);
        expect(next.store.unstarted()).toEqual([]);
        expect(next.store.openStarted()).toEqual([]);
        const gone = next.recorded().filter(({ result }) => result === 'dropped');
        expect(new Set([...told, ...gone.map(({ id }) => id)])).toEqual(
          new Set([...told, ...gone.map(({ id }) => id), ...left]),
        );
        const all = historic(next);
        for (const [key, count] of Object.entries(counted(next))) {
          expect(all[key]).toBe(count + (earlier[key] ?? 0));
        }
        next.store.close();
      },
    ),
    { numRuns: 40 },
  );
});
