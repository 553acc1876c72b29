import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFact, type Outcome } from '@harness/notify-core';
import { openStore, type Store } from '@harness/store';
import { waitFor } from '@harness/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { keepBegun } from '../../src/notify/begun.ts';
import { createOutbox, type Outbox } from '../../src/notify/outbox.ts';
import { throwawayFolder } from './notify-lab.ts';

const OK: Outcome = { result: 'ok', detail: { kind: 'exited', code: 0 }, durationMs: 1 };

interface Lab {
  readonly outbox: Outbox;
  readonly store: Store;
  readonly marks: () => readonly string[];
  readonly faults: readonly unknown[];
  health: ReturnType<Store['health']>;
  makesMarks: boolean;
  ended: () => void;
  /** What a hook does between its start and its end. */
  meanwhile: (mark: string) => unknown;
}

function lab(started?: Store['started']): Lab {
  const folder = throwawayFolder();
  const clock = systemClock();
  const store = openStore({ folder, nowMs: clock.wallMs, onTrouble: () => undefined });
  const begun = join(folder, 'begun');
  const faults: unknown[] = [];
  const made: Lab = {
    store,
    faults,
    health: store.health(),
    makesMarks: true,
    ended: () => undefined,
    meanwhile: () => undefined,
    marks: () => readdirSync(begun),
    outbox: createOutbox({
      clock,
      store: { ...store, ...(started && { started }), health: () => made.health },
      host: 'kitt',
      admit: (text) => text,
      begun: keepBegun(begun),
      queueCapacity: 0,
      deliverer: {
        run: async (_delivery, _payload, mark) => {
          if (made.makesMarks) {
            writeFileSync(mark, '');
          }
          await made.meanwhile(mark);
          return OK;
        },
      },
      ended: () => made.ended(),
      damaged: () => undefined,
      fault: (error) => faults.push(error),
      past: () => undefined,
    }),
  };
  return made;
}

const OUTGOING = {
  description: describeFact(undefined, { kind: 'tested' }),
  hook: { command: ['/hook'], timeoutMs: 1000, delivery: 0 },
};

function tell(outbox: Outbox): Promise<Outcome> {
  return outbox.runNow(outbox.record(OUTGOING));
}

it('keeps a mark only until the disk knows that the hook has begun', async () => {
  const one = lab();
  let atFirst = 0;
  one.meanwhile = () => {
    atFirst = one.marks().length;
    return waitFor('the mark is gone while the hook runs', () => one.marks().length === 0);
  };
  expect(await tell(one.outbox)).toEqual(OK);
  expect({ atFirst, left: one.marks() }).toEqual({ atFirst: 1, left: [] });
});

it('removes the mark of a hook that ends before that', async () => {
  const one = lab();
  await tell(one.outbox);
  expect(one.marks()).toEqual([]);
});

it('keeps marks while the store has only memory, and removes them all when it has a disk again', async () => {
  const one = lab();
  const durable = one.health;
  one.health = { ...durable, state: 'memory' };
  await tell(one.outbox);
  await tell(one.outbox);
  expect(one.marks()).toHaveLength(2);
  one.health = durable;
  await tell(one.outbox);
  expect(one.marks()).toEqual([]);
});

it('removes also the mark of a later try of a program that was busy at first', async () => {
  const one = lab();
  one.meanwhile = async (mark) => {
    await waitFor('the first mark is gone', () => one.marks().length === 0);
    writeFileSync(mark, '');
  };
  await tell(one.outbox);
  expect(one.marks()).toEqual([]);
});

it.each([
  { makesMarks: true, written: 0 },
  { makesMarks: false, written: 1 },
])(
  'writes sooner that a hook has begun that could make no mark ($makesMarks)',
  async ({ makesMarks, written }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const one = lab();
    const { promise, resolve } = Promise.withResolvers<void>();
    one.makesMarks = makesMarks;
    one.meanwhile = () => promise;
    const told = tell(one.outbox);
    vi.advanceTimersByTime(2);
    expect(one.store.openStarted()).toHaveLength(written);
    resolve();
    await told;
  },
);

it('keeps a mark while what would take its place is not written yet', async () => {
  const one = lab();
  const { promise, resolve } = Promise.withResolvers<void>();
  one.meanwhile = () => promise;
  const told = tell(one.outbox);
  const second = one.outbox.record(OUTGOING);
  // With no room in the queue it is dropped, and so ends.
  one.store.together(() => one.outbox.offer(second));
  expect(one.store.openStarted()).toEqual([]);
  expect(one.marks()).toHaveLength(1);
  resolve();
  await told;
});

it('writes down what has begun before it is closed', async () => {
  const one = lab();
  const first = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let toldLate: Promise<Outcome> | undefined;
  one.meanwhile = () => first.promise;
  one.ended = () => {
    one.ended = () => undefined;
    one.meanwhile = () => late.promise;
    toldLate = tell(one.outbox);
  };
  const told = tell(one.outbox);
  const closed = one.outbox.close();
  first.resolve();
  await closed;
  expect(toldLate).toBeDefined();
  expect(one.store.unstarted()).toEqual([]);
  late.resolve();
  await Promise.all([told, toldLate]);
});

it('ends a delivery of which it cannot be written that it has begun', async () => {
  const one = lab(() => {
    throw new Error('a fault of the store');
  });
  expect(await tell(one.outbox)).toEqual(OK);
  expect(await tell(one.outbox)).toEqual(OK);
  expect(one.faults).toHaveLength(2);
});

it('does without a folder that cannot be made', () => {
  const begun = keepBegun('/dev/null/begun');
  expect(begun.has('one')).toBe(false);
  expect(() => begun.forget('one')).not.toThrow();
});
