import { harness, homes, startDaemon, type ThrowawayHome, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';

const newHome = homes(afterEach);

interface Row {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
}

async function watchRow(home: ThrowawayHome): Promise<Row | undefined> {
  const { out } = await harness(home, ['doctor', '--json']);
  const { checks } = JSON.parse(out) as { checks: readonly Row[] };
  return checks.find(({ check }) => check === 'watch');
}

it('after a death without goodbye, log and doctor say from when to when nobody was watching', async () => {
  const home = await newHome();
  await writeConfig(home, '');
  const beganMs = Date.now();
  const first = await startDaemon(home);
  await first.kill9();
  const diedMs = Date.now();
  const second = await startDaemon(home);
  const line = (await second.log()).split('\n').find((one) => one.includes('nobody was watching'));
  const { from, to }: { from: string; to: string } = JSON.parse(line ?? '{}');
  expect(Date.parse(from)).toBeGreaterThanOrEqual(beganMs);
  expect(Date.parse(from)).toBeLessThanOrEqual(diedMs);
  expect(Date.parse(to)).toBeGreaterThanOrEqual(diedMs);
  expect(await watchRow(home)).toMatchObject({
    status: 'warn',
    detail: `nobody was watching from ${from} to ${to}`,
  });
});

it('after an orderly end nobody speaks of it', async () => {
  const home = await newHome();
  await writeConfig(home, '');
  const first = await startDaemon(home);
  await first.down();
  const second = await startDaemon(home);
  expect(await second.log()).not.toContain('nobody was watching');
  expect(await watchRow(home)).toMatchObject({ status: 'ok' });
});
