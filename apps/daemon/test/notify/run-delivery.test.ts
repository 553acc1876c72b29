import { expect, it } from 'vitest';
import type { Delivery } from '../../src/notify/job.ts';
import { createDeliverer } from '../../src/notify/run-delivery.ts';
import { programRunner } from '../../src/process/program-runner.ts';

it('says that it has started a hook', async () => {
  let forks = 0;
  const deliverer = createDeliverer({
    run: programRunner(),
    environment: { PATH: '/usr/bin:/bin' },
    admit: (text) => text,
    forked: () => {
      forks += 1;
    },
  });
  const outcome = deliverer.run(DELIVERY, DELIVERY.payload);
  expect(forks).toBe(1);
  expect(await outcome).toMatchObject({ result: 'ok' });
  expect(forks).toBe(1);
});

const DELIVERY: Delivery = {
  id: 'one',
  event: 'test',
  payload: {
    version: 1,
    event: 'test',
    host: 'kitt',
    message: 'a test',
    hint: 'harness doctor',
    time: '2026-09-25T20:15:16Z',
    id: 'one',
    severity: 'info',
  },
  hook: { command: ['true'], timeoutMs: 15_000, delivery: 0 },
  raisedAtMs: 0,
  sinceMs: 0,
  replayed: false,
};
