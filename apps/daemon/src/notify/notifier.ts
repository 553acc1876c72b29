import type { NotifyConfig } from '@harness/notify-config';
import {
  type Deliver,
  decide,
  describeFact,
  due,
  type EventName,
  endAlerts,
  endEpisodes,
  eventOf,
  type Fact,
  forget,
  type HarnessMemory,
  nextDueMs,
  type OpenAlert,
  type Outcome,
  openAlerts,
  type Policy,
  retell,
  type Settled,
  settle,
} from '@harness/notify-core';
import type { DeliveryMetrics } from '@harness/notify-metrics';
import type { RecordedNotification, Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import { createAlarms } from './alarms.ts';
import { arisingOf, factOf } from './arising-fact.ts';
import { type Delivery, hookOf } from './job.ts';
import { createMemories } from './memories.ts';
import { createOutbox } from './outbox.ts';
import { createOutcomeLog } from './outcome-log.ts';
import { pastOf } from './past.ts';
import { createRecordHeld } from './record-held.ts';
import { createDeliverer, type Deliverer } from './run-delivery.ts';

/** Tells people. Nothing here waits for a hook, and nothing throws into supervision. */
export interface Notifier {
  /** Something happened to a harness. */
  raise(harness: string, fact: Fact): void;
  /** The operator stopped or removed it: its alerts end, and nobody is told. */
  endAlerts(harness: string): void;
  /** Some of its troubles are over, and nobody is told. */
  endEpisodes(harness: string, events: readonly EventName[]): void;
  /** Forgets a harness altogether. */
  forget(harness: string): void;
  openAlerts(harness: string): readonly OpenAlert[];
  /** Whether a notification of this event waits for the end of its window. */
  holdsBack(harness: string, event: EventName): boolean;
  /** Runs the configured hook with a `test`; undefined where no hook is configured. */
  test(): Promise<Outcome> | undefined;
  /** Whether the hook of this delivery is running. */
  isRunning(id: string): boolean;
  /**
   * Takes up what an earlier daemon left, and begins to run hooks: call once the harnesses are known, and again when
   * the store has got to know more.
   */
  resume(): void;
  /** The `[notify]` table is another one now. */
  reconfigured(): void;
  /** No delivery starts any more; the running ones get `graceMs`. Settles when no hook is left. */
  stop(graceMs: number): Promise<void>;
  readonly depth: number;
  readonly oldestRaisedAtMs: number | undefined;
}

export interface NotifierOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly metrics: Pick<DeliveryMetrics, 'counted' | 'took'>;
  readonly log: DaemonLog;
  readonly host: string;
  /** What hooks inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The border. */
  readonly admit: (text: string) => string;
  /** The table in force; undefined where no hook is configured. */
  readonly hook: () => NotifyConfig | undefined;
  /** How long a harness must be up to be proven back, for facts that open an alert. */
  readonly proofMs: (fact: Fact) => number | undefined;
  /** Whether what was held back, or recorded by an earlier daemon, is still so. */
  readonly stillTrue: (harness: string, event: string) => boolean;
  /** The harness's state, for a person. */
  readonly stateOf: (harness: string) => string | undefined;
  /** How many notifications may wait; default 1,024. */
  readonly queueCapacity?: number;
  /** What runs hooks; default: one that runs programs. */
  readonly deliverer?: Deliverer;
}

/** Where no hook is configured, nothing is wanted. */
const NOTHING: Policy = { events: new Set(), cooldownMs: 0 };

export function createNotifier(options: NotifierOptions): Notifier {
  const { clock, store, metrics, log, hook } = options;
  const memories = createMemories(store, clock);
  const outcomes = createOutcomeLog(log);
  const deliverer = options.deliverer ?? createDeliverer(options);
  const outbox = createOutbox({
    ...options,
    deliverer,
    ended: guarded(ended),
    damaged: guarded(damaged),
    fault,
    past: (delivery) => pastOf(delivery, options),
  });
  const alarms = createAlarms(clock, guarded(retellDue));
  const recordHeld = createRecordHeld(store, memories, clock);
  const policyOf = createPolicyOf();
  let stopped = false;

  // Whatever is wrong in here must not reach supervision, which goes on without it.
  function guarded<A extends readonly unknown[]>(work: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      try {
        work(...args);
      } catch (error) {
        fault(error);
      }
    };
  }

  function fault(error: unknown): void {
    log.error({ err: error }, 'notify: a fault of its own');
  }

  function raise(harness: string, fact: Fact): void {
    const table = hook();
    const arising = arisingOf(fact, options.proofMs(fact));
    if (arising === undefined) {
      return;
    }
    const before = memories.of(harness);
    const { memory, decision } = decide(before, arising, policyOf(table), clock.nowMs());
    memories.keep(harness, memory);
    if (table === undefined) {
      saveChanged(harness, before, memory);
      return;
    }
    switch (decision.kind) {
      case 'deliver':
        send(harness, fact, decision, table);
        break;
      case 'suppressed':
      case 'unwanted':
        // What is to be told later must not be lost with the second for which counts are collected.
        saveChanged(harness, before, memory);
        recordHeld(harness, arising.event, decision, table);
        if (decision.kind === 'suppressed') {
          metrics.counted(arising.event, 'suppressed');
        }
        break;
      case 'waiting':
      case 'untold':
        memories.save(harness, memory);
    }
    if (decision.kind !== 'deliver') {
      const { kind, ...why } = decision;
      log.debug({ harness, event: arising.event, ...why }, `notify: ${kind}, not sent`);
    }
    arm(harness);
  }

  function saveChanged(harness: string, before: HarnessMemory, memory: HarnessMemory): void {
    if (memory !== before) {
      memories.save(harness, memory);
    }
  }

  function send(harness: string, fact: Fact, decision: Deliver, table: NotifyConfig): void {
    const delivery = record(harness, fact, decision, table);
    if (delivery !== undefined) {
      outbox.offer(delivery);
    }
  }

  /** Writes a notification down; undefined where that is not possible, which is counted and opens no window. */
  function record(
    harness: string,
    fact: Fact,
    decision: Deliver,
    table: NotifyConfig,
  ): Delivery | undefined {
    const told: Fact =
      fact.kind === 'proven_back' ? { ...fact, closes: decision.closes ?? [] } : fact;
    try {
      return outbox.record({
        harness,
        description: describeFact(harness, told),
        decision,
        hook: hookOf(table, decision.delivery),
        memory: memories.of(harness),
      });
    } catch (error) {
      fault(error);
      metrics.counted(eventOf(fact), 'error');
      const { delivery } = decision;
      memories.save(harness, settle(memories.of(harness), { delivery, result: 'error' }).memory);
      return undefined;
    }
  }

  function ended(delivery: Delivery, outcome: Outcome): void {
    const { id, harness, event, hook: used } = delivery;
    const { result, detail, durationMs, tail } = outcome;
    const settled =
      harness === undefined || !memories.has(harness)
        ? undefined
        : settle(memories.of(harness), { delivery: used.delivery, result });
    // One write: a `recovered` that this releases must not be lost between the two.
    const released = store.together(() => {
      store.finished(id, {
        result,
        detail,
        durationMs,
        ...(tail === undefined ? {} : { tail }),
        atMs: clock.wallMs(),
        ...(settled === undefined ? {} : { memory: settled.memory }),
      });
      return harness === undefined || settled === undefined ? [] : release(harness, settled);
    });
    metrics.counted(event, result);
    metrics.took(result, durationMs);
    outcomes.write(delivery, outcome);
    for (const one of released) {
      outbox.offer(one);
    }
    if (harness !== undefined) {
      arm(harness);
    }
  }

  /** Writes down the `recovered` that waited for a delivery, if one did. */
  function release(harness: string, { memory, releases }: Settled): readonly Delivery[] {
    memories.keep(harness, memory);
    const table = hook();
    return releases.flatMap(({ event, decision }) => {
      const delivery =
        table?.events.includes(event) === true
          ? record(harness, { kind: 'proven_back', closes: [] }, decision, table)
          : undefined;
      return delivery === undefined ? [] : [delivery];
    });
  }

  /** A record that cannot be read any more: nobody is told of it, which is a failed delivery. */
  function damaged({ id, harness, event }: RecordedNotification): void {
    store.finished(id, {
      result: 'error',
      detail: { kind: 'cancelled', reason: 'its record was damaged' },
      durationMs: 0,
      atMs: clock.wallMs(),
    });
    metrics.counted(event, 'error');
    log.error({ id, harness, event }, 'notify: a record was damaged, nobody is told of it');
  }

  /** Deliveries that a memory believes to be under way and that no record knows: nobody was told. */
  function settleStrays(): void {
    for (const harness of memories.names) {
      for (const { delivery } of memories.of(harness).flights) {
        if (!outbox.knows(harness, delivery)) {
          const settled = settle(memories.of(harness), { delivery, result: 'dropped' });
          memories.save(harness, settled.memory);
          for (const one of release(harness, settled)) {
            outbox.offer(one);
          }
        }
      }
    }
  }

  function arm(harness: string): void {
    if (!stopped && memories.has(harness)) {
      alarms.set(harness, nextDueMs(memories.of(harness), policyOf(hook())));
    }
  }

  function armAll(): void {
    for (const harness of memories.names) {
      arm(harness);
    }
  }

  function retellDue(harness: string): void {
    const table = hook();
    if (table === undefined) {
      return;
    }
    for (const held of due(memories.of(harness), policyOf(table), clock.nowMs())) {
      const before = memories.of(harness);
      const fact = factOf(held.detail);
      if (fact === undefined || !options.stillTrue(harness, held.event)) {
        memories.save(harness, forget(before, held.event));
        continue;
      }
      const { memory, decision } = retell(before, held.event, clock.nowMs());
      memories.keep(harness, memory);
      if (decision !== undefined) {
        send(harness, fact, decision, table);
      }
    }
    arm(harness);
  }

  function change(harness: string, next: (memory: HarnessMemory) => HarnessMemory): void {
    if (memories.has(harness)) {
      memories.save(harness, next(memories.of(harness)));
      arm(harness);
    }
  }

  return {
    raise: guarded(raise),
    endAlerts: guarded((harness: string) => change(harness, endAlerts)),
    endEpisodes: guarded((harness: string, events: readonly EventName[]) =>
      change(harness, (memory) => endEpisodes(memory, events)),
    ),
    forget: (harness) => {
      alarms.set(harness, undefined);
      memories.forget(harness);
    },
    openAlerts: (harness) => openAlerts(memories.of(harness)),
    holdsBack: (harness, event) => memories.of(harness).held.some((held) => held.event === event),
    test: () => {
      const table = hook();
      return table === undefined
        ? undefined
        : outbox.runNow(
            outbox.record({
              description: describeFact(undefined, { kind: 'tested' }),
              hook: hookOf(table, 0),
            }),
          );
    },
    isRunning: deliverer.isRunning,
    resume: guarded(() => {
      if (!stopped) {
        memories.takeIn();
        outbox.takeUp();
        outbox.open();
        settleStrays();
        armAll();
      }
    }),
    reconfigured: armAll,
    stop: async (graceMs) => {
      stopped = true;
      alarms.clear();
      const idle = outbox.close();
      const gone = deliverer.stop(graceMs);
      await idle;
      // The hooks have ended: what they left in the background gets no grace of its own.
      await Promise.all([gone, deliverer.stop(0)]);
      outcomes.flush();
    },
    get depth() {
      return outbox.depth;
    },
    get oldestRaisedAtMs() {
      return outbox.oldestRaisedAtMs;
    },
  };
}

/** The part of a table that decides; made once a table, so that a storm of suppressed events makes no sets. */
function createPolicyOf(): (table: NotifyConfig | undefined) => Policy {
  let last: NotifyConfig | undefined;
  let policy = NOTHING;
  return (table) => {
    if (table !== last) {
      last = table;
      policy =
        table === undefined
          ? NOTHING
          : { events: new Set(table.events), cooldownMs: table.cooldownMs };
    }
    return policy;
  };
}
