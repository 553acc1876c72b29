import type { NotifyConfig } from '@harness/notify-config';
import {
  type Deliver,
  decide,
  describeFact,
  type EventName,
  eventOf,
  type Fact,
  type HarnessMemory,
  settle,
} from '@harness/notify-core';
import { arisingOf } from './arising-fact.ts';
import { type Delivery, hookOf } from './job.ts';
import type { Memories } from './memories.ts';
import type { NotifierOptions } from './notifier-options.ts';
import type { Outbox } from './outbox.ts';
import type { PolicyOf } from './policy-of.ts';
import { createRecordHeld, type Held } from './record-held.ts';

/** From a fact to the queue: decided, recorded, offered. */
export interface Telling {
  /** Decides what becomes of a fact, and sees to it. */
  raise(harness: string, fact: Fact): void;
  /** Records and queues what has been decided to be told. */
  send(harness: string, fact: Fact, decision: Deliver, table: NotifyConfig): void;
  /** Writes a notification down; undefined where that is not possible, which is counted and opens no window. */
  record(harness: string, fact: Fact, decision: Deliver, table: NotifyConfig): Delivery | undefined;
}

/** @property arm - Sets a harness's alarm anew; called when its memory has changed. */
export interface TellingOptions
  extends Pick<NotifierOptions, 'clock' | 'hook' | 'log' | 'metrics' | 'proofMs' | 'store'> {
  readonly memories: Memories;
  readonly outbox: Pick<Outbox, 'offer' | 'record'>;
  readonly policyOf: PolicyOf;
  readonly fault: (error: unknown) => void;
  readonly arm: (harness: string) => void;
}

export function createTelling(options: TellingOptions): Telling {
  const { clock, hook, log, metrics, store, memories, outbox, policyOf, fault } = options;
  const recordHeld = createRecordHeld(store, memories, clock);

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
        holdBack(harness, arising.event, decision, table);
        break;
      case 'waiting':
      case 'untold':
        memories.save(harness, memory);
    }
    if (decision.kind !== 'deliver' && log.isLevelEnabled('debug')) {
      const { kind, ...why } = decision;
      log.debug({ harness, event: arising.event, ...why }, `notify: ${kind}, not sent`);
    }
    options.arm(harness);
  }

  function saveChanged(harness: string, before: HarnessMemory, memory: HarnessMemory): void {
    if (memory !== before) {
      memories.save(harness, memory);
    }
  }

  function holdBack(harness: string, event: EventName, held: Held, table: NotifyConfig): void {
    recordHeld(harness, event, held, table);
    if (held.kind === 'suppressed') {
      metrics.counted(event, 'suppressed');
    }
  }

  function send(harness: string, fact: Fact, decision: Deliver, table: NotifyConfig): void {
    const delivery = record(harness, fact, decision, table);
    if (delivery !== undefined) {
      outbox.offer(delivery);
    }
  }

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

  return { raise, send, record };
}
