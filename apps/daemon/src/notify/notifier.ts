import { randomUUIDv7 } from 'node:crypto';
import type { NotifyConfig } from '@harness/notify-config';
import {
  type Arising,
  type Decision,
  type Deliver,
  decide,
  describeFact,
  due,
  endAlerts,
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
import type { Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import { createAlarms } from './alarms.ts';
import { type Delivery, hookOf } from './job.ts';
import { createMemories } from './memories.ts';
import { createOutbox } from './outbox.ts';
import { createOutcomeLog } from './outcome-log.ts';
import { replayOutbox } from './replay.ts';
import { createDeliverer } from './run-delivery.ts';

/** Tells people. Nothing here waits for a hook, and nothing throws into supervision. */
export interface Notifier {
  /** Something happened to a harness. */
  raise(harness: string, fact: Fact): void;
  /** The operator stopped or removed it: its alerts end, and nobody is told. */
  endAlerts(harness: string): void;
  /** Forgets a harness altogether. */
  forget(harness: string): void;
  openAlerts(harness: string): readonly OpenAlert[];
  /** Runs the configured hook with a `test`; undefined where no hook is configured. */
  test(): Promise<Outcome> | undefined;
  /** Whether the hook of this delivery is running. */
  isRunning(id: string): boolean;
  /** Takes up what an earlier daemon left: call once, when the harnesses are known. */
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
  readonly metrics: DeliveryMetrics;
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
}

export function createNotifier(options: NotifierOptions): Notifier {
  const { clock, store, metrics, log, hook } = options;
  const memories = createMemories(store);
  const outcomes = createOutcomeLog(log);
  const deliverer = createDeliverer(options);
  const outbox = createOutbox({ ...options, deliverer, ended, past });
  const alarms = createAlarms(clock, retellDue);

  function raise(harness: string, fact: Fact): void {
    const table = hook();
    const arising = arisingOf(fact);
    if (table === undefined || arising === undefined) {
      return;
    }
    const before = memories.of(harness);
    const { memory, decision } = decide(before, arising, policyOf(table), clock.nowMs());
    memories.keep(harness, memory);
    carryOut(harness, fact, decision, memory, table);
    arm(harness, memory);
  }

  function arisingOf(fact: Fact): Arising | undefined {
    const event = eventOf(fact);
    const proofMs = options.proofMs(fact);
    return event === 'test'
      ? undefined
      : {
          event,
          episodeId: randomUUIDv7(),
          ...(proofMs === undefined ? {} : { proofMs }),
          ...(fact.kind === 'rotation_stuck' ? { unfinished: true } : {}),
          detail: { ...fact } as unknown as NonNullable<Arising['detail']>,
        };
  }

  function carryOut(
    harness: string,
    fact: Fact,
    decision: Decision,
    memory: HarnessMemory,
    table: NotifyConfig,
  ): void {
    switch (decision.kind) {
      case 'deliver':
        send(harness, fact, decision, memory, table);
        break;
      case 'suppressed':
        metrics.counted(eventOf(fact), 'suppressed');
        hold(harness, fact, decision.kind, decision.untilMs - table.cooldownMs);
        break;
      case 'unwanted':
        hold(harness, fact, decision.kind, unwantedWindow(table));
        break;
      case 'waiting':
      case 'untold':
        store.saveMemory(harness, memory);
        log.debug({ harness, event: eventOf(fact), reason: decision.reason }, 'notify: not sent');
    }
  }

  function send(
    harness: string,
    fact: Fact,
    decision: Deliver,
    memory: HarnessMemory,
    table: NotifyConfig,
  ): void {
    const { closes } = decision;
    const told: Fact = fact.kind === 'proven_back' ? { ...fact, closes: closes ?? [] } : fact;
    outbox.send({
      harness,
      description: describeFact(harness, told),
      decision,
      hook: hookOf(table, decision.delivery),
      memory,
    });
  }

  function hold(
    harness: string,
    fact: Fact,
    reason: 'suppressed' | 'unwanted',
    window: number,
  ): void {
    store.heldBack({
      harness,
      event: eventOf(fact),
      reason,
      window,
      atMs: clock.wallMs(),
      memory: () => memories.of(harness),
    });
  }

  function unwantedWindow({ cooldownMs }: NotifyConfig): number {
    const lengthMs = Math.max(cooldownMs, SHORTEST_UNWANTED_WINDOW_MS);
    return Math.floor(clock.wallMs() / lengthMs) * lengthMs;
  }

  function ended(delivery: Delivery, outcome: Outcome): void {
    const { id, harness, event, hook: used } = delivery;
    const { result, detail, durationMs, tail } = outcome;
    const settled =
      harness === undefined
        ? undefined
        : settle(memories.of(harness), { delivery: used.delivery, result });
    store.finished(id, {
      result,
      detail,
      durationMs,
      ...(tail === undefined ? {} : { tail }),
      atMs: clock.wallMs(),
      ...(settled === undefined ? {} : { memory: settled.memory }),
    });
    metrics.counted(event, result);
    outcomes.write(delivery, outcome);
    if (harness !== undefined && settled !== undefined) {
      release(harness, settled);
    }
  }

  /** Sends the `recovered` that waited for this delivery, if one did. */
  function release(harness: string, { memory, releases }: Settled): void {
    memories.keep(harness, memory);
    const table = hook();
    if (table !== undefined) {
      for (const { decision } of releases) {
        send(harness, { kind: 'proven_back', closes: [] }, decision, memory, table);
      }
    }
    arm(harness, memory);
  }

  /** Deliveries that a memory believes to be under way and that no record knows: nobody was told. */
  function settleStrays(waiting: readonly Delivery[]): void {
    for (const harness of memories.names) {
      const known = new Set(
        waiting.filter((one) => one.harness === harness).map(({ hook: used }) => used.delivery),
      );
      for (const { delivery } of memories.of(harness).flights) {
        if (!known.has(delivery)) {
          memories.save(
            harness,
            settle(memories.of(harness), { delivery, result: 'dropped' }).memory,
          );
        }
      }
    }
  }

  function past({ harness, event }: Delivery): string | undefined {
    if (harness === undefined || event === 'recovered' || options.stillTrue(harness, event)) {
      return undefined;
    }
    const state = options.stateOf(harness);
    return `this is past: it is ${state ?? 'no longer configured'} now`;
  }

  function arm(harness: string, memory: HarnessMemory): void {
    const table = hook();
    alarms.set(harness, table === undefined ? undefined : nextDueMs(memory, policyOf(table)));
  }

  function retellDue(harness: string): void {
    const table = hook();
    if (table === undefined) {
      return;
    }
    for (const held of due(memories.of(harness), policyOf(table), clock.nowMs())) {
      const before = memories.of(harness);
      const fact = held.detail as unknown as Fact | undefined;
      if (fact === undefined || !options.stillTrue(harness, held.event)) {
        memories.save(harness, forget(before, held.event));
        continue;
      }
      const { memory, decision } = retell(before, held.event, clock.nowMs());
      memories.keep(harness, memory);
      if (decision !== undefined) {
        send(harness, fact, decision, memory, table);
      }
    }
    arm(harness, memories.of(harness));
  }

  return {
    raise,
    endAlerts: (harness) => {
      memories.save(harness, endAlerts(memories.of(harness)));
      arm(harness, memories.of(harness));
    },
    forget: (harness) => {
      alarms.set(harness, undefined);
      memories.forget(harness);
    },
    openAlerts: (harness) => openAlerts(memories.of(harness)),
    test: () => {
      const table = hook();
      return table === undefined
        ? undefined
        : outbox.sendTest(describeFact(undefined, { kind: 'tested' }), hookOf(table, 0));
    },
    isRunning: deliverer.isRunning,
    resume: () => {
      const waiting = replayOutbox(store, ended);
      settleStrays(waiting);
      outbox.replay(waiting);
      for (const harness of memories.names) {
        arm(harness, memories.of(harness));
      }
    },
    reconfigured: () => {
      for (const harness of memories.names) {
        arm(harness, memories.of(harness));
      }
    },
    stop: async (graceMs) => {
      alarms.clear();
      const [idle] = [outbox.stop(), deliverer.stop(graceMs)];
      await idle;
      await deliverer.stop(0);
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

const SHORTEST_UNWANTED_WINDOW_MS = 60_000;

// Kept, so that a storm of suppressed events makes no sets.
let lastTable: NotifyConfig | undefined;
let lastPolicy: Policy = { events: new Set(), cooldownMs: 0 };

function policyOf(table: NotifyConfig): Policy {
  if (table !== lastTable) {
    lastTable = table;
    lastPolicy = { events: new Set(table.events), cooldownMs: table.cooldownMs };
  }
  return lastPolicy;
}
