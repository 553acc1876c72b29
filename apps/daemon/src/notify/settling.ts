import { type Outcome, type Settled, settle } from '@harness/notify-core';
import type { RecordedNotification } from '@harness/store';
import type { Delivery } from './job.ts';
import type { Memories } from './memories.ts';
import type { NotifierOptions } from './notifier-options.ts';
import type { Outbox } from './outbox.ts';
import type { OutcomeLog } from './outcome-log.ts';
import type { Telling } from './telling.ts';

/** Takes note of what became of deliveries. */
export interface Settling {
  /** A delivery has ended, started or not. */
  ended(delivery: Delivery, outcome: Outcome): void;
  /** A record that cannot be read any more: nobody is told of it, which is a failed delivery. */
  damaged(recorded: RecordedNotification): void;
  /** Deliveries that a memory believes to be under way and that no record knows: nobody was told. */
  settleStrays(): void;
}

/** @property arm - Sets a harness's alarm anew; called when its memory has changed. */
export interface SettlingOptions
  extends Pick<NotifierOptions, 'clock' | 'hook' | 'log' | 'metrics' | 'store'> {
  readonly memories: Memories;
  readonly outbox: Pick<Outbox, 'knows' | 'offer'>;
  readonly outcomes: OutcomeLog;
  readonly record: Telling['record'];
  readonly arm: (harness: string) => void;
}

export function createSettling(options: SettlingOptions): Settling {
  const { clock, hook, log, metrics, store, memories, outbox, outcomes, record } = options;

  function ended(delivery: Delivery, outcome: Outcome): void {
    const { harness, event } = delivery;
    const released = writeDown(delivery, outcome);
    metrics.counted(event, outcome.result);
    metrics.took(outcome.result, outcome.durationMs);
    outcomes.write(delivery, outcome);
    for (const one of released) {
      outbox.offer(one);
    }
    if (harness !== undefined) {
      options.arm(harness);
    }
  }

  /** One write: a `recovered` that this releases must not be lost between the two. */
  function writeDown(delivery: Delivery, outcome: Outcome): readonly Delivery[] {
    const { id, harness } = delivery;
    const { result, detail, durationMs, tail } = outcome;
    const settled = settledBy(delivery, outcome);
    return store.together(() => {
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
  }

  function settledBy({ harness, hook: used }: Delivery, { result }: Outcome): Settled | undefined {
    return harness === undefined || !memories.has(harness)
      ? undefined
      : settle(memories.of(harness), { delivery: used.delivery, result });
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

  return { ended, damaged, settleStrays };
}
