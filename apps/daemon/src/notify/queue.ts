import type { NotifiedEvent } from '@harness/notify-core';
import { createPacer } from '../supervisor/pacer.ts';

/** One delivery that waits for a worker. */
export interface Job {
  readonly id: string;
  /** Deliveries of one harness never run side by side; those without one count as one harness. */
  readonly harness?: string;
  readonly event: NotifiedEvent;
}

/** What became of a job that was offered. */
export type Admission<J extends Job> =
  | { readonly kind: 'queued' }
  /** There was no room: `dropped` is the job that had to go, the offered one or an older one. */
  | { readonly kind: 'full'; readonly dropped: J };

export interface Queue<J extends Job> {
  /** Takes a job, or says which one had to go. Never waits. */
  offer(job: J): Admission<J>;
  /** Takes jobs that are older than any other, however many there are. */
  restore(jobs: readonly J[]): void;
  /** Begins to start jobs. */
  open(): void;
  /** Starts nothing more; what runs goes on. */
  close(): void;
  /** Settles when nothing runs any more. */
  idle(): Promise<void>;
  readonly depth: number;
  /** The job that has waited longest. */
  readonly oldest: J | undefined;
}

/** @property workers - How many jobs run at once. @property capacity - How many may wait. */
export interface QueueOptions<J extends Job> {
  readonly workers: number;
  readonly capacity: number;
  /** Runs one job to its end; must not reject. One begins a turn, after the present one. */
  readonly run: (job: J) => Promise<void>;
}

/** A `flapping` that waits makes room for these: they are the ones that nobody can afford to miss. */
const PREFERRED: ReadonlySet<NotifiedEvent> = new Set(['failed', 'loop_stopped', 'intent_lost']);

/**
 * A bounded queue: first come, first served, but one harness's jobs one at a time and in order. It is closed at first.
 */
export function createQueue<J extends Job>({ workers, capacity, run }: QueueOptions<J>): Queue<J> {
  const waiting: J[] = [];
  const running = new Map<string, J>();
  const onIdle: (() => void)[] = [];
  const pacer = createPacer();
  let isOpen = false;

  function pump(): void {
    while (isOpen && running.size < workers) {
      const next = waiting.findIndex((job) => !running.has(laneOf(job)));
      const [job] = next === -1 ? [] : waiting.splice(next, 1);
      if (job === undefined) {
        break;
      }
      running.set(laneOf(job), job);
      // Whoever offers may be about to write down what led to the job: that comes first. And a start of a program holds
      // up everything else, so that four in a row would be too many.
      pacer.add(() => begin(job));
    }
    if (running.size === 0) {
      for (const resolve of onIdle.splice(0)) {
        resolve();
      }
    }
  }

  function begin(job: J): void {
    if (isOpen) {
      const over = (): void => ended(job);
      run(job).then(over, over);
    } else {
      waiting.unshift(job);
      ended(job);
    }
  }

  function ended(job: J): void {
    running.delete(laneOf(job));
    pump();
  }

  function evictFor(job: J): J {
    const victim = PREFERRED.has(job.event)
      ? waiting.findIndex(({ event }) => event === 'flapping')
      : -1;
    const [evicted = job] = waiting.splice(victim, 1);
    return evicted;
  }

  return {
    offer(job) {
      waiting.push(job);
      pump();
      return waiting.length > capacity && waiting.at(-1) === job
        ? { kind: 'full', dropped: evictFor(job) }
        : { kind: 'queued' };
    },
    restore(jobs) {
      waiting.unshift(...jobs);
      pump();
    },
    open() {
      isOpen = true;
      pump();
    },
    close() {
      isOpen = false;
    },
    idle: () =>
      new Promise((resolve) => {
        onIdle.push(resolve);
        pump();
      }),
    get depth() {
      return waiting.length;
    },
    get oldest() {
      return waiting[0];
    },
  };
}

function laneOf({ harness }: Job): string {
  return harness ?? '';
}
