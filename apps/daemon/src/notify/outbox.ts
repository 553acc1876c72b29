import { randomUUIDv7 } from 'node:crypto';
import {
  compose,
  type Deliver,
  type Description,
  type HarnessMemory,
  type Outcome,
  type Payload,
} from '@harness/notify-core';
import type { Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import { amendPayload } from './amend-payload.ts';
import type { Delivery, Hook } from './job.ts';
import { createQueue } from './queue.ts';
import type { Deliverer } from './run-delivery.ts';

/** A notification that has been decided on. */
export interface Outgoing {
  readonly harness: string;
  readonly description: Description;
  readonly decision: Deliver;
  readonly hook: Hook;
  /** The harness's memory after the decision; recorded in the same step. */
  readonly memory: HarnessMemory;
}

/** From the decision to the hook's end: recorded, queued, delivered. */
export interface Outbox {
  /** Records and queues. Never waits, never throws. */
  send(outgoing: Outgoing): void;
  /** Runs the hook once, beside the queue. */
  sendTest(description: Description, hook: Hook): Promise<Outcome>;
  /** Queues again what an earlier daemon recorded and never started. */
  replay(deliveries: readonly Delivery[]): void;
  /** Starts nothing more, and settles when nothing runs any more. What waits stays recorded. */
  stop(): Promise<void>;
  readonly depth: number;
  /** When the notification that has waited longest arose, wall clock. */
  readonly oldestRaisedAtMs: number | undefined;
}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly host: string;
  readonly admit: (text: string) => string;
  readonly deliverer: Deliverer;
  /** Hears how each delivery ended, a dropped one included. */
  readonly ended: (delivery: Delivery, outcome: Outcome) => void;
  /** What has changed since a replayed notification was recorded; undefined where it still is news. */
  readonly past: (delivery: Delivery) => string | undefined;
}

const WORKERS = 4;
const CAPACITY = 1024;

interface QueuedDelivery extends Delivery {
  readonly harness: string;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { clock, store, host, admit, deliverer, ended, past } = options;
  const queue = createQueue<QueuedDelivery>({ workers: WORKERS, capacity: CAPACITY, run });

  async function run(delivery: Delivery): Promise<void> {
    ended(delivery, await deliver(delivery));
  }

  async function deliver(delivery: Delivery): Promise<Outcome> {
    const nowMs = clock.wallMs();
    const changed = delivery.replayed ? past(delivery) : undefined;
    const payload = amendPayload(delivery.payload, {
      replayed: delivery.replayed,
      delayedMs: nowMs - delivery.raisedAtMs,
      ...(changed === undefined ? {} : { past: changed }),
    });
    store.started(delivery.id, nowMs);
    const outcome = deliverer.run(delivery, payload);
    // The record is on disk for a crash of the daemon; this makes it hold for a power cut, off the hook's way.
    store.sync();
    return await outcome;
  }

  function record(
    description: Description,
    hook: Hook,
    more: Partial<Pick<Outgoing, 'harness' | 'decision' | 'memory'>>,
  ): Delivery {
    const { harness, decision, memory } = more;
    const id = randomUUIDv7();
    const raisedAtMs = clock.wallMs();
    const { episode, resolves, suppressed } = decision ?? {};
    const { payload } = store.enqueue({
      id,
      ...(harness === undefined ? {} : { harness }),
      event: description.event,
      ...(episode === undefined ? {} : { episode }),
      payload: (seq, storeId) =>
        compose(
          description,
          {
            host,
            ...(harness === undefined ? {} : { harness }),
            timeMs: raisedAtMs,
            id,
            seq,
            store: storeId,
            ...(episode === undefined ? {} : { episode }),
            ...(resolves === undefined ? {} : { resolves }),
            ...(suppressed === undefined ? {} : { suppressed }),
          },
          admit,
        ),
      hook,
      raisedAtMs,
      ...(memory === undefined ? {} : { memory }),
    });
    return {
      id,
      ...(harness === undefined ? {} : { harness }),
      event: description.event,
      payload: payload as Payload,
      hook,
      raisedAtMs,
      replayed: false,
    };
  }

  return {
    send({ harness, description, decision, hook, memory }) {
      const delivery = { ...record(description, hook, { harness, decision, memory }), harness };
      const admission = queue.offer(delivery);
      if (admission.kind === 'full') {
        ended(admission.dropped, DROPPED);
      }
    },
    async sendTest(description, hook) {
      const delivery = record(description, hook, {});
      const outcome = await deliver(delivery);
      ended(delivery, outcome);
      return outcome;
    },
    replay(deliveries) {
      queue.restore(deliveries.map((one) => ({ ...one, harness: one.harness ?? '' })));
    },
    stop() {
      queue.close();
      return queue.idle();
    },
    get depth() {
      return queue.depth;
    },
    get oldestRaisedAtMs() {
      return queue.oldest?.raisedAtMs;
    },
  };
}

const DROPPED: Outcome = {
  result: 'dropped',
  detail: { kind: 'dropped', reason: 'the queue was full' },
  durationMs: 0,
};
