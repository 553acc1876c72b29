import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFact, type Outcome } from '@harness/notify-core';
import { openStore, type Store } from '@harness/store';
import { waitFor } from '@harness/testkit';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { keepBegun } from '../../src/notify/begun.ts';
import { createOutbox, type Outbox } from '../../src/notify/outbox.ts';
import { throwawayFolder } from './notify-lab.ts';

const OK: Outcome = { result: 'ok', detail: { kind: 'exited', code: 0 }, durationMs: 1 };

interface Lab {
  readonly outbox: Outbox;
  readonly marks: () => readonly string[];
  health: ReturnType<Store['health']>;
  /** What a hook does between its start and its end. */
  meanwhile: (mark: string) => unknown;
}

function lab(): Lab {
  const folder = throwawayFolder();
  const clock = systemClock();
  const store = openStore({ folder, nowMs: clock.wallMs, onTrouble: () => undefined });
  const begun = join(folder, 'begun');
  const made: Lab = {
    health: store.health(),
    meanwhile: () => undefined,
    marks: () => readdirSync(begun),
    outbox: createOutbox({
      clock,
      store: { ...store, health: () => made.health },
      host: 'kitt',
      admit: (text) => text,
      begun: keepBegun(begun),
      deliverer: {
        run: async (_delivery, _payload, mark) => {
          writeFileSync(mark, '');
          await made.meanwhile(mark);
          return OK;
        },
      },
      ended: () => undefined,
      damaged: () => undefined,
      fault: () => undefined,
      past: () => undefined,
    }),
  };
  return made;
}

function tell(outbox: Outbox): Promise<Outcome> {
  const hook = { command: ['/hook'], timeoutMs: 1000, delivery: 0 };
  const description = describeFact(undefined, { kind: 'tested' });
  return outbox.runNow(outbox.record({ description, hook }));
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
  one.meanwhile = (mark) => writeFileSync(mark, '');
  await tell(one.outbox);
  expect(one.marks()).toEqual([]);
});

it('does without a folder that cannot be made', () => {
  const begun = keepBegun('/dev/null/begun');
  expect(begun.has('one')).toBe(false);
  expect(() => begun.forget('one')).not.toThrow();
});
