import { due, forget, nextDueMs, retell } from '@harness/notify-core';
import { createAlarms } from './alarms.ts';
import { factOf } from './arising-fact.ts';
import type { Memories } from './memories.ts';
import type { NotifierOptions } from './notifier-options.ts';
import type { PolicyOf } from './policy-of.ts';
import type { Telling } from './telling.ts';

/** Tells what a window held back, when the window ends and if it is still true. */
export interface Retelling {
  /** Sets a harness's alarm for the end of its next window. */
  arm(harness: string): void;
  /** Sets every alarm. */
  armAll(): void;
  disarm(harness: string): void;
  /** No alarm rings any more. */
  stop(): void;
}

/** @property shielded - Makes of what an alarm does one that does not throw. */
export interface RetellingOptions extends Pick<NotifierOptions, 'clock' | 'hook' | 'stillTrue'> {
  readonly memories: Memories;
  readonly policyOf: PolicyOf;
  readonly send: Telling['send'];
  readonly shielded: (work: (harness: string) => void) => (harness: string) => void;
}

export function createRetelling(options: RetellingOptions): Retelling {
  const { clock, hook, memories, policyOf, stillTrue, send } = options;
  const alarms = createAlarms(clock, options.shielded(retellDue));
  let stopped = false;

  function arm(harness: string): void {
    if (!stopped && memories.has(harness)) {
      alarms.set(harness, nextDueMs(memories.of(harness), policyOf(hook())));
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
      if (fact === undefined || !stillTrue(harness, held.event)) {
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

  return {
    arm,
    armAll() {
      for (const harness of memories.names) {
        arm(harness);
      }
    },
    disarm: (harness) => alarms.set(harness, undefined),
    stop() {
      stopped = true;
      alarms.clear();
    },
  };
}
