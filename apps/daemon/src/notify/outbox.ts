import { randomUUIDv7 } from 'node:crypto';
import {
  compose,
  type Deliver,
  type Description,
  type HarnessMemory,
  type Outcome,
  type Payload,
} from '@harness/notify-core';
import type { RecordedNotification, Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import { amendPayload } from './amend-payload.ts';
import type { Begun } from './begun.ts';
import { type Delivery, deliveryOf, type Hook } from './job.ts';
import { createQueue } from './queue.ts';
import type { Deliverer } from './run-delivery.ts';

/** A notification that has been decided on. */
export interface Outgoing {
  readonly description: Description;
  readonly hook: Hook;
  /** This and the two below are absent for a `test`. */
  readonly harness?: string;
  readonly decision?: Deliver;
  /** The harness's memory after the decision; recorded in the same step. */
  readonly memory?: HarnessMemory;
}

/** From the decision to the hook's end: recorded, queued, delivered. */
export interface Outbox {
  /** Writes a notification down. It is to be given to `offer` or `runNow` next. */
  record(outgoing: Outgoing): Delivery;
  /** Queues a recorded notification, or drops one. Never waits. */
  offer(delivery: Delivery): void;
  /** Runs the hook for a recorded notification at once, beside the queue. */
  runNow(delivery: Delivery): Promise<Outcome>;
  /** Queues what an earlier daemon recorded and never started, and ends what it had started. May be called again. */
  takeUp(): void;
  /** Whether this daemon will hear of the end of a harness's delivery. */
  knows(harness: string, delivery: number): boolean;
  /** Begins to run hooks. */
  open(): void;
  /** Starts nothing more, and settles when nothing runs any more. What waits stays recorded. */
  close(): Promise<void>;
  readonly depth: number;
  /** When the notification that has waited longest arose, wall clock. */
  readonly oldestRaisedAtMs: number | undefined;
}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly host: string;
  readonly admit: (text: string) => string;
  readonly deliverer: Pick<Deliverer, 'run'>;
  readonly begun: Begun;
  /** How many may wait; default 1,024. */
  readonly queueCapacity?: number;
  /** Hears how each delivery ended, a dropped one included; must not throw. */
  readonly ended: (delivery: Delivery, outcome: Outcome) => void;
  /** Hears of a record that cannot be read; must not throw. */
  readonly damaged: (recorded: RecordedNotification) => void;
  /** Hears of a fault of the daemon's own. */
  readonly fault: (error: unknown) => void;
  /** What has changed since a replayed notification was recorded; undefined where it still is news. */
  readonly past: (delivery: Delivery) => string | undefined;
}

const WORKERS = 4;
const CAPACITY = 1024;

/**
 * A new program often gets the core of the one that started it, and comes to its first instruction when that one rests: what
 * can wait does.
 */
const WRITE_DOWN_AFTER_MS = 20;
const LOOK_FOR_MARK_AFTER_MS = 2;

export function createOutbox(options: OutboxOptions): Outbox {
  const { clock, store, host, admit, deliverer, begun, damaged, fault, past } = options;
  const underWay = new Map<string, Delivery>();
  const besides = new Set<Promise<Outcome>>();
  /** Hooks that have begun, and when on the wall clock; the store has not heard of them, their marks say it so far. */
  const unwritten = new Map<string, number>();
  const marked = new Set<string>();
  let writing: NodeJS.Timeout | undefined;
  const queue = createQueue<Delivery>({
    workers: WORKERS,
    capacity: options.queueCapacity ?? CAPACITY,
    run: async (delivery) => {
      await run(delivery);
    },
  });

  async function run(delivery: Delivery): Promise<Outcome> {
    const outcome = await deliver(delivery).catch((error: unknown) => {
      fault(error);
      return FAULTY;
    });
    writeDownBegun();
    end(delivery, outcome);
    return outcome;
  }

  async function deliver(delivery: Delivery): Promise<Outcome> {
    const changed = delivery.replayed ? past(delivery) : undefined;
    const payload = amendPayload(delivery.payload, {
      replayed: delivery.replayed,
      delayedMs: clock.nowMs() - delivery.sinceMs,
      ...(changed === undefined ? {} : { past: changed }),
    });
    const outcome = deliverer.run(delivery, payload, begun.markOf(delivery.id));
    unwritten.set(delivery.id, clock.wallMs());
    setTimeout(writeDownUnmarked, LOOK_FOR_MARK_AFTER_MS, delivery.id);
    writeDownSoon();
    return await outcome;
  }

  /** The record is on disk for a crash of the daemon; this makes it hold for a power cut, off the hook's way. */
  function writeDownSoon(): void {
    writing ??= setTimeout(() => {
      writing = undefined;
      writeDownBegun();
      store.sync().catch(fault);
    }, WRITE_DOWN_AFTER_MS);
  }

  /** Without a mark nothing else says that a hook has begun. */
  function writeDownUnmarked(id: string): void {
    if (unwritten.has(id) && !begun.has(id)) {
      writeDownBegun();
    }
  }

  /** Never inside of the store's `together`: a mark must not go before what takes its place. */
  function writeDownBegun(): void {
    for (const [id, atMs] of unwritten) {
      unwritten.delete(id);
      try {
        store.started(id, atMs);
        unmark(id);
      } catch (error) {
        fault(error);
      }
    }
  }

  /** A mark goes when the disk knows what it says: what the store has in memory alone dies with this daemon. */
  function unmark(id: string): void {
    marked.add(id);
    if (store.health().state === 'durable') {
      marked.forEach(begun.forget);
      marked.clear();
    }
  }

  function end(delivery: Delivery, outcome: Outcome): void {
    underWay.delete(delivery.id);
    options.ended(delivery, outcome);
    // Again: a program that could not be started at once has made its mark anew.
    unmark(delivery.id);
  }

  function record({ description, hook, harness, decision, memory }: Outgoing): Delivery {
    const id = randomUUIDv7();
    const raisedAtMs = clock.wallMs();
    const { episode, resolves, suppressed } = decision ?? {};
    const about = { ...(harness === undefined ? {} : { harness }), event: description.event };
    const stamp = { host, harness, timeMs: raisedAtMs, id, episode, resolves, suppressed };
    const { payload } = store.enqueue({
      id,
      ...about,
      ...(episode === undefined ? {} : { episode }),
      payload: (seq, storeId) => compose(description, { ...stamp, seq, store: storeId }, admit),
      hook,
      raisedAtMs,
      ...(memory === undefined ? {} : { memory }),
    });
    const delivery: Delivery = {
      id,
      ...about,
      // What the function above has made.
      payload: payload as Payload,
      hook,
      raisedAtMs,
      sinceMs: clock.nowMs(),
      replayed: false,
    };
    underWay.set(id, delivery);
    return delivery;
  }

  function takeUp(): void {
    const unstarted = left(store.unstarted());
    const [cutOff = [], waiting = []] = [true, false].map((has) =>
      unstarted.filter(({ id }) => begun.has(id) === has),
    );
    for (const delivery of waiting) {
      underWay.set(delivery.id, delivery);
    }
    // First, for the end of a started one may send another of the same harness.
    queue.restore(waiting);
    for (const delivery of [...left(store.openStarted()), ...cutOff]) {
      end(delivery, CUT_OFF);
    }
  }

  function left(recorded: readonly RecordedNotification[]): readonly Delivery[] {
    return recorded
      .filter(({ id }) => !underWay.has(id))
      .flatMap((one) => {
        const delivery = deliveryOf(one);
        if (delivery === undefined) {
          damaged(one);
          return [];
        }
        return [delivery];
      });
  }

  return {
    record,
    offer(delivery) {
      const admission = queue.offer(delivery);
      if (admission.kind === 'full') {
        end(admission.dropped, DROPPED);
      }
    },
    runNow(delivery) {
      const outcome = run(delivery);
      besides.add(outcome);
      return outcome.finally(() => besides.delete(outcome));
    },
    takeUp,
    knows: (harness, delivery) =>
      [...underWay.values()].some(
        (one) => one.harness === harness && one.hook.delivery === delivery,
      ),
    open: queue.open,
    async close() {
      queue.close();
      await Promise.all([queue.idle(), ...besides]);
      // The store syncs when it is closed.
      clearTimeout(writing);
      writing = undefined;
      writeDownBegun();
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

const CUT_OFF: Outcome = {
  result: 'error',
  detail: { kind: 'cancelled', reason: 'daemon stopped during delivery' },
  durationMs: 0,
};

const FAULTY: Outcome = {
  result: 'error',
  detail: { kind: 'cancelled', reason: 'a fault of the daemon' },
  durationMs: 0,
};
