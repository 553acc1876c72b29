import {
  harness,
  hits,
  homes,
  metric,
  notifyTable,
  startDaemon,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { AT_ONCE, payloadOf, shell } from './quick.ts';

const newHome = homes(afterEach);

it('what a window holds back is told when it ends, with the count, if it is still true', async () => {
  const home = await newHome();
  await writeConfig(home, notifyTable(home, 'cooldown = "6s"') + shell('a', 'echo broken; exit 1'));
  await startDaemon(home, { policy: AT_ONCE });
  const failed = () => hits(home, 'failed', 'a');
  await waitFor('it is told', async () => (await metric(home, 'failed', 'ok')) === 1);
  await harness(home, ['restart', 'a']);
  await waitFor('one is held back', async () => (await metric(home, 'failed', 'suppressed')) === 1);
  expect(await failed()).toHaveLength(1);
  await waitFor('it is told later', async () => (await metric(home, 'failed', 'ok')) === 2);
  const [first, second] = await failed();
  expect(second && payloadOf(second)).toMatchObject({
    suppressed: 1,
    episode: first && payloadOf(first)['episode'],
  });
  expect(Number(second?.atMs) - Number(first?.atMs)).toBeGreaterThan(5000);
  expect(await failed()).toHaveLength(2);
});
