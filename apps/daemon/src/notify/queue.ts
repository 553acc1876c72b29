import type { NotifiedEvent } from '@harness/notify-core';

/** One delivery that waits for a worker. */
export interface Job {
  readonly id: string;
  /** Deliveries of one harness never run side by side. */
  readonly harness: string;
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
  /** Takes jobs back from an earlier daemon, however many there are. */
  restore(jobs: readonly J[]): void;
  /** Starts nothing more; what runs goes on. */
  close(): void;
  /** Settles when nothing runs any more. */
  idle(): Promise<void>;
  readonly depth: number;
  readonly running: readonly J[];
  /** The job that has waited longest. */
  readonly oldest: J | undefined;
}

/** @property workers - How many jobs run at once. @property capacity - How many may wait. */
export interface QueueOptions<J extends Job> {
  readonly workers: number;
  readonly capacity: number;
  /** Runs one job to its end; must not reject. */
  readonly run: (job: J) => Promise<void>;
}

/** A `flapping` that waits makes room for these: they are the ones that nobody can afford to miss. */
const PREFERRED: ReadonlySet<NotifiedEvent> = new Set(['failed', 'loop_stopped', 'intent_lost']);

/** A bounded queue: first come, first served, but one harness's jobs one at a time and in order. */
export function createQueue<J extends Job>({ workers, capacity, run }: QueueOptions<J>): Queue<J> {
  const waiting: J[] = [];
  const running = new Map<string, J>();
  const onIdle: (() => void)[] = [];
  let open = true;

  function pump(): void {
    while (open && running.size < workers) {
      const next = waiting.findIndex(({ harness }) => !running.has(harness));
      const job = next === -1 ? undefined : waiting.splice(next, 1)[0];
      if (job === undefined) {
        break;
      }
      running.set(job.harness, job);
      run(job).then(
        () => ended(job),
        () => ended(job),
      );
    }
    if (running.size === 0) {
      for (const resolve of onIdle.splice(0)) {
        resolve();
      }
    }
  }

  function ended(job: J): void {
    running.delete(job.harness);
    pump();
  }

  function offer(job: J): Admission<J> {
    if (waiting.length >= capacity) {
      const victim = PREFERRED.has(job.event)
        ? waiting.findIndex(({ event }) => event === 'flapping')
        : -1;
      const dropped = victim === -1 ? job : waiting.splice(victim, 1)[0];
      if (dropped === undefined || dropped === job) {
        return { kind: 'full', dropped: job };
      }
      waiting.push(job);
      return { kind: 'full', dropped };
    }
    waiting.push(job);
    pump();
    return { kind: 'queued' };
  }

  return {
    offer,
    restore: (jobs) => {
      waiting.push(...jobs);
      pump();
    },
    close: () => {
      open = false;
    },
    idle: () =>
      new Promise((resolve) => {
        onIdle.push(resolve);
        pump();
      }),
    get depth() {
      return waiting.length;
    },
    get running() {
      return [...running.values()];
    },
    get oldest() {
      return waiting[0];
    },
  };
}
