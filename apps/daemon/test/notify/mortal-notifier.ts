import { join } from 'node:path';
import { DEFAULT_EVENTS } from '@harness/notify-core';
import { createDeliveryMetrics, type DeliveryMetrics } from '@harness/notify-metrics';
import { openStore, type Store } from '@harness/store';
import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { type Begun, keepBegun } from '../../src/notify/begun.ts';
import { createNotifier, type Notifier } from '../../src/notify/notifier.ts';
import { programRunner } from '../../src/process/program-runner.ts';

/** A real notifier, store and hook, as the daemon composes them. */
export interface MortalNotifier {
  readonly notifier: Notifier;
  readonly store: Store;
  readonly metrics: DeliveryMetrics;
  readonly begun: Begun;
}

/** The calls that a delivery makes of the store on its way; beside them `run`, the start of its hook. */
const STEPS = ['enqueue', 'saveMemory', 'started', 'finished', 'together'] as const;

/**
 * @param killAt - The step at which this process gets SIGKILL: `before started 2`, `after enqueue 1`; a hook that reads
 *   `KILL_AT` may have others. Empty: it lives.
 */
export function mortalNotifier(
  folder: string,
  hook: string,
  killAt: string,
  means: Parameters<typeof programRunner>[0] = {},
): MortalNotifier {
  const clock = systemClock();
  const store = openStore({ folder, nowMs: clock.wallMs, onTrouble: () => undefined });
  const metrics = createDeliveryMetrics();
  const begun = keepBegun(join(folder, 'begun'));
  const dieAt = mortality(killAt);
  const notifier = createNotifier({
    clock,
    store: deadly(store, dieAt),
    metrics,
    log: pino({ level: 'silent' }),
    host: 'kitt',
    run: deadlyCall('run', programRunner(means), dieAt),
    begun,
    environment: { PATH: '/usr/bin:/bin', KILL_AT: killAt },
    admit: (text) => text,
    hook: () => ({ command: [hook], events: DEFAULT_EVENTS, timeoutMs: 15_000, cooldownMs: 0 }),
    proofMs: () => 10_000,
    stillTrue: () => true,
    stateOf: () => 'failed',
  });
  return { notifier, store, metrics, begun };
}

type DieAt = (point: string) => void;

function mortality(killAt: string): DieAt {
  return (point) => {
    if (point === killAt) {
      process.kill(process.pid, 'SIGKILL');
    }
  };
}

function deadly(store: Store, dieAt: DieAt): Store {
  const steps = STEPS.map((name) => {
    const method = store[name] as (...args: unknown[]) => unknown;
    return [name, deadlyCall(name, method, dieAt)] as const;
  });
  return { ...store, ...Object.fromEntries(steps) };
}

function deadlyCall<A extends readonly unknown[], R>(
  name: string,
  call: (...args: A) => R,
  dieAt: DieAt,
): (...args: A) => R {
  let calls = 0;
  return (...args) => {
    calls += 1;
    const nth = calls;
    dieAt(`before ${name} ${nth}`);
    const answer = call(...args);
    dieAt(`after ${name} ${nth}`);
    return answer;
  };
}
