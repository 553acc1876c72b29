import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue, type Job, type Queue } from '../../src/notify/queue.ts';
import { turn } from './notify-lab.ts';

interface Lab {
  readonly queue: Queue<Job>;
  readonly started: readonly Job[];
  running(): readonly Job[];
  end(job: Job | undefined): Promise<void>;
}

function lab(capacity: number, workers = 4): Lab {
  const started: Job[] = [];
  const ends = new Map<Job, () => void>();
  const queue = createQueue<Job>({
    workers,
    capacity,
    run: (job) => {
      started.push(job);
      return new Promise((resolve) => ends.set(job, resolve));
    },
  });
  queue.open();
  return {
    queue,
    started,
    running: () => [...ends.keys()],
    async end(job) {
      if (job !== undefined) {
        ends.get(job)?.();
        ends.delete(job);
      }
      await turn();
    },
  };
}

const job = (id: string, harness: string, event: Job['event'] = 'failed'): Job => ({
  id,
  harness,
  event,
});

describe('the queue', () => {
  it('keeps each harness in order and apart, never runs five, and drops only what is full', async () => {
    const offering = fc.record({
      kind: fc.constant('offer' as const),
      harness: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      event: fc.constantFrom<Job['event']>('failed', 'flapping', 'health', 'intent_lost'),
    });
    const ending = fc.record({ kind: fc.constant('end' as const), pick: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(offering, ending)), fc.nat(5), async (steps, capacity) => {
        const { queue, started, running, end } = lab(capacity);
        const admitted: Job[] = [];
        let waiting: Job[] = [];
        for (const [number, step] of steps.entries()) {
          if (step.kind === 'offer') {
            const one = job(String(number), step.harness, step.event);
            const admission = queue.offer(one);
            admitted.push(one);
            if (admission.kind === 'full') {
              expect(waiting).toHaveLength(capacity);
              expect(admission.dropped).toBe(victim(waiting, one));
              admitted.splice(admitted.indexOf(admission.dropped), 1);
            }
          } else {
            await end(running()[step.pick]);
          }
          await turn();
          waiting = admitted.filter((one) => !started.includes(one));
          expect(queue.depth).toBe(waiting.length);
          expect(queue.depth).toBeLessThanOrEqual(capacity);
          expectApart(running());
          expect(idleHands(running(), waiting)).toBe(false);
        }
        for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
          const mine = ({ harness }: Job): boolean => harness === name;
          const kept = admitted.filter(mine);
          expect(started.filter(mine)).toEqual(kept.slice(0, started.filter(mine).length));
        }
      }),
    );
  });

  it.each([
    { arriving: 'failed', dropped: 'f1' },
    { arriving: 'loop_stopped', dropped: 'f1' },
    { arriving: 'intent_lost', dropped: 'f1' },
    { arriving: 'stalled', dropped: 'new' },
    { arriving: 'recovered', dropped: 'new' },
    { arriving: 'flapping', dropped: 'new' },
  ] as const)('full: an arriving $arriving drops $dropped', ({ arriving, dropped }) => {
    const { queue } = lab(3, 1);
    queue.offer(job('running', 'a'));
    queue.offer(job('h', 'b', 'health'));
    queue.offer(job('f1', 'c', 'flapping'));
    queue.offer(job('f2', 'd', 'flapping'));
    const admission = queue.offer(job('new', 'e', arriving));
    expect(admission).toMatchObject({ kind: 'full', dropped: { id: dropped } });
    expect(queue.depth).toBe(3);
  });

  it('needs no room for what can start at once', async () => {
    const { queue, started } = lab(1, 2);
    queue.offer(job('1', 'a'));
    queue.offer(job('2', 'a'));
    expect(queue.offer(job('3', 'b'))).toEqual({ kind: 'queued' });
    await turn();
    expect(started.map(({ id }) => id)).toEqual(['1', '3']);
  });

  it('starts nothing before it is opened, and what is restored before what came since', async () => {
    const { queue, started, end } = lab(9, 1);
    queue.close();
    queue.offer(job('new', 'a'));
    queue.restore([job('old 1', 'a'), job('old 2', 'a')]);
    await turn();
    expect(started).toEqual([]);
    queue.open();
    for (const id of ['old 1', 'old 2', 'new']) {
      await turn();
      expect(started.at(-1)?.id).toBe(id);
      await end(started.at(-1));
    }
  });

  it('takes back more than its capacity from an earlier daemon', () => {
    const { queue } = lab(2, 1);
    queue.restore([1, 2, 3, 4, 5].map((number) => job(String(number), 'a')));
    expect(queue.depth).toBe(4);
    expect(queue.offer(job('6', 'b', 'health'))).toMatchObject({ dropped: { id: '6' } });
  });

  it('is idle when what runs has ended, and starts nothing after it was closed', async () => {
    const { queue, started, running, end } = lab(9, 1);
    queue.offer(job('1', 'a'));
    queue.offer(job('2', 'b'));
    await turn();
    queue.close();
    let idle = false;
    const settled = queue.idle().then(() => {
      idle = true;
    });
    await turn();
    expect(idle).toBe(false);
    await end(running()[0]);
    await settled;
    expect(started.map(({ id }) => id)).toEqual(['1']);
    expect(queue.depth).toBe(1);
  });

  it('keeps what it was about to start when it is closed in the same turn', async () => {
    const { queue, started } = lab(9);
    queue.offer(job('1', 'a'));
    queue.close();
    await queue.idle();
    expect(started).toEqual([]);
    expect(queue.oldest?.id).toBe('1');
  });
});

function victim(waiting: readonly Job[], arriving: Job): Job {
  const flapping = waiting.find(({ event }) => event === 'flapping');
  return ['failed', 'intent_lost'].includes(arriving.event) ? (flapping ?? arriving) : arriving;
}

function expectApart(running: readonly Job[]): void {
  expect(running.length).toBeLessThanOrEqual(4);
  expect(new Set(running.map(({ harness }) => harness)).size).toBe(running.length);
}

/** Whether something waits that a free worker could take. */
function idleHands(running: readonly Job[], waiting: readonly Job[]): boolean {
  const busy = new Set(running.map(({ harness }) => harness));
  return running.length < 4 && waiting.some(({ harness }) => !busy.has(harness));
}
