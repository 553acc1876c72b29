import { DEFAULT_EVENTS } from '@harness/notify-core';
import { createDeliveryMetrics, type DeliveryMetrics } from '@harness/notify-metrics';
import { openStore, type Store } from '@harness/store';
import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { createNotifier, type Notifier } from '../../src/notify/notifier.ts';
import { programRunner } from '../../src/process/program-runner.ts';

/** A real notifier, store and hook, as the daemon composes them. */
export interface MortalNotifier {
  readonly notifier: Notifier;
  readonly store: Store;
  readonly metrics: DeliveryMetrics;
}

/** The calls that a delivery makes of the store on its way. */
const STEPS = ['enqueue', 'saveMemory', 'started', 'finished', 'together'] as const;

/**
 * @param killAt - The step at which this process gets SIGKILL: `before started 2`, `after enqueue 1`; a hook that reads
 *   `KILL_AT` may have others. Empty: it lives.
 */
export function mortalNotifier(folder: string, hook: string, killAt: string): MortalNotifier {
  const clock = systemClock();
  const store = openStore({ folder, nowMs: clock.wallMs, onTrouble: () => undefined });
  const metrics = createDeliveryMetrics();
  const notifier = createNotifier({
    clock,
    store: deadly(store, killAt),
    metrics,
    log: pino({ level: 'silent' }),
    host: 'kitt',
    run: programRunner(),
    environment: { PATH: '/usr/bin:/bin', KILL_AT: killAt },
    admit: (text) => text,
    hook: () => ({ command: [hook], events: DEFAULT_EVENTS, timeoutMs: 15_000, cooldownMs: 0 }),
    proofMs: () => 10_000,
    stillTrue: () => true,
    stateOf: () => 'failed',
  });
  return { notifier, store, metrics };
}

function deadly(store: Store, killAt: string): Store {
  const steps = STEPS.map((name) => {
    const method = store[name] as (...args: unknown[]) => unknown;
    let calls = 0;
    const step = (...args: unknown[]): unknown => {
      calls += 1;
      const call = calls;
      dieAt(`before ${name} ${call}`);
      const answer = method(...args);
      dieAt(`after ${name} ${call}`);
      return answer;
    };
    return [name, step] as const;
  });
  const dieAt = (point: string): void => {
    if (point === killAt) {
      process.kill(process.pid, 'SIGKILL');
    }
  };
  return { ...store, ...Object.fromEntries(steps) };
}
