import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NotifyConfig } from '@harness/notify-config';
import { DEFAULT_EVENTS, type Fact, type Outcome, type Payload } from '@harness/notify-core';
import { createDeliveryMetrics, type DeliveryMetrics } from '@harness/notify-metrics';
import { openStore, type RecordedNotification, type Store, type Trouble } from '@harness/store';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { keepBegun } from '../../src/notify/begun.ts';
import type { Delivery } from '../../src/notify/job.ts';
import { createNotifier, type Notifier } from '../../src/notify/notifier.ts';
import type { Deliverer } from '../../src/notify/run-delivery.ts';
import { programRunner } from '../../src/process/program-runner.ts';

/** One hook that a notifier has started, and that ends when the test says so. */
export interface FakeRun {
  readonly delivery: Delivery;
  readonly payload: Payload;
  readonly isOver: boolean;
  /** Settles when the notifier has taken note. */
  end(result?: 'ok' | 'error' | 'timeout'): Promise<void>;
}

/** A notifier with a real store, a clock that a test moves and hooks that a test ends. */
export interface NotifyLab {
  readonly notifier: Notifier;
  readonly store: Store;
  readonly metrics: DeliveryMetrics;
  readonly runs: readonly FakeRun[];
  running(): readonly FakeRun[];
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  readonly troubles: readonly Trouble[];
  /** How the two clocks stand to the timers' one. */
  readonly ahead: { nowMs: number; wallMs: number };
  readonly states: Map<string, string>;
  table: NotifyConfig | undefined;
  fail(harness: string): Promise<void>;
  flap(harness: string): Promise<void>;
  prove(harness: string): Promise<void>;
  raise(harness: string, fact: Fact): Promise<void>;
  /** What was told, such as `failed a`. */
  told(): readonly string[];
  /** Ends every hook that runs, again and again, until none is left. */
  endAll(result?: 'ok' | 'error' | 'timeout'): Promise<void>;
  /** Lets time pass on every clock and timer. */
  pass(ms: number): Promise<void>;
  recorded(): readonly RecordedNotification[];
}

export interface LabOptions {
  readonly folder?: string;
  readonly table?: Partial<NotifyConfig>;
  readonly queueCapacity?: number;
  readonly admit?: (text: string) => string;
  readonly ahead?: { readonly nowMs: number; readonly wallMs: number };
  readonly states?: Readonly<Record<string, string>>;
  readonly resumed?: boolean;
}

/** A folder that goes with the test. */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notify-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The clock of the timers stands still but for `pass`; call it before each test. */
export function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
}

export const START_MS: number = Date.UTC(2026, 8, 25, 20, 15, 16);

export function notifyLab(options: LabOptions = {}): NotifyLab {
  const ahead = { nowMs: 0, wallMs: 0, ...options.ahead };
  const clock: Clock = {
    nowMs: () => Date.now() + ahead.nowMs,
    wallMs: () => Date.now() + ahead.wallMs,
  };
  const troubles: Trouble[] = [];
  const folder = options.folder ?? throwawayFolder();
  const store = openStore({
    folder,
    nowMs: clock.wallMs,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  onTestFinished(() => store.close());
  const metrics = createDeliveryMetrics();
  const logged: Record<string, unknown>[] = [];
  const states = new Map(Object.entries(options.states ?? {}));
  const hooks = fakeDeliverer();
  const lab: Pick<NotifyLab, 'table'> = {
    table: {
      command: ['/hook'],
      events: DEFAULT_EVENTS,
      timeoutMs: 15_000,
      cooldownMs: 900_000,
      ...options.table,
    },
  };
  const notifier = createNotifier({
    clock,
    store,
    metrics,
    log: pino({ level: 'debug', base: null }, { write: (line) => logged.push(JSON.parse(line)) }),
    host: 'kitt',
    run: programRunner(),
    begun: keepBegun(join(folder, 'begun')),
    environment: {},
    admit: options.admit ?? ((text) => text),
    hook: () => lab.table,
    proofMs: () => 10_000,
    stillTrue: (harness, event) => event === 'failed' && states.get(harness) === 'failed',
    stateOf: (harness) => states.get(harness),
    deliverer: hooks.deliverer,
    ...(options.queueCapacity === undefined ? {} : { queueCapacity: options.queueCapacity }),
  });
  if (options.resumed ?? true) {
    notifier.resume();
  }
  const raise = async (harness: string, fact: Fact): Promise<void> => {
    notifier.raise(harness, fact);
    await turn();
  };
  return Object.assign(lab, {
    notifier,
    store,
    metrics,
    logged,
    troubles,
    ahead,
    states,
    runs: hooks.runs,
    running: () => hooks.runs.filter((run) => !run.isOver),
    raise,
    fail: (harness: string) => {
      states.set(harness, 'failed');
      return raise(harness, { ...ENDED, kind: 'gave_up', longestRunMs: 5 });
    },
    flap: (harness: string) => raise(harness, { ...ENDED, kind: 'escalated' }),
    prove: (harness: string) => {
      states.set(harness, 'running');
      return raise(harness, { kind: 'proven_back', closes: [] });
    },
    told: () => hooks.runs.map(({ payload }) => `${payload.event} ${payload.harness ?? ''}`.trim()),
    endAll: async (result?: 'ok' | 'error' | 'timeout') => {
      await turn();
      for (let run = hooks.next(); run !== undefined; run = hooks.next()) {
        await run.end(result);
      }
    },
    pass: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await turn();
    },
    recorded: () => store.history({ limit: 9999 }).filter((entry) => entry.kind === 'notification'),
  });
}

const ENDED = { exit: { kind: 'exited', code: 1 }, restarts: 6, lastLine: 'bye' } as const;

function fakeDeliverer(): {
  readonly deliverer: Deliverer;
  readonly runs: readonly FakeRun[];
  next(): FakeRun | undefined;
} {
  const runs: FakeRun[] = [];
  return {
    runs,
    next: () => runs.find((run) => !run.isOver),
    deliverer: {
      run(delivery, payload, mark) {
        writeFileSync(mark, '');
        const { promise, resolve } = Promise.withResolvers<Outcome>();
        let isOver = false;
        runs.push({
          delivery,
          payload,
          get isOver() {
            return isOver;
          },
          async end(result = 'ok') {
            isOver = true;
            resolve(outcomeOf(result));
            await turn();
          },
        });
        return promise;
      },
      isRunning: (id) => runs.some((run) => run.delivery.id === id && !run.isOver),
      async stop() {
        for (const run of runs.filter((one) => !one.isOver)) {
          await run.end('error');
        }
      },
    },
  };
}

function outcomeOf(result: 'ok' | 'error' | 'timeout'): Outcome {
  return {
    result,
    detail:
      result === 'timeout'
        ? { kind: 'timed_out', timeoutMs: 15_000 }
        : { kind: 'exited', code: result === 'ok' ? 0 : 1 },
    durationMs: 5,
  };
}

/** Until everything that needs no outside event has happened; jobs begin one after the other, with turns between. */
export async function turn(): Promise<void> {
  for (let turns = 0; turns < 24; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
