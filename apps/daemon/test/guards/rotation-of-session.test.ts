import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  got,
  harness,
  hits,
  homes,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { payloadOf } from '../system/quick.ts';
import {
  agent,
  agentFolder,
  described,
  everyEvent,
  hastyDaemon,
  untilDescribed,
} from './guarded-home.ts';
import { crushPen, wedge } from './pens.ts';

const newHome = homes(afterEach);

async function wedged(script?: string): Promise<ThrowawayHome> {
  const home = await newHome();
  const how = { transcript: 'crush', ...(script === undefined ? {} : { script }) };
  await writeConfig(home, everyEvent(home) + agent(home, 'c', how));
  return home;
}

const storesOf = (home: ThrowawayHome): readonly string[] =>
  readdirSync(join(agentFolder(home, 'c'), '.crush'));

it('archives the store of a wedged session and goes on, and gives up at the second time', async () => {
  const home = await wedged();
  await hastyDaemon(home);
  const { pid } = await untilDescribed(home, 'c', 'is up', (one) => one.pid !== undefined);
  wedge(crushPen(home, 'c', 'one'));
  const told = payloadOf(await got(home, 'session_rotated', 'c'));
  expect(told).toMatchObject({
    state: 'running',
    cause: '3 recent turns failed at the context limit',
  });
  expect(storesOf(home)).not.toContain('crush.db');
  expect(storesOf(home).some((name) => name.startsWith('crush.db.rotated-'))).toBe(true);
  const again = await described(home, 'c');
  expect(again).toMatchObject({ state: 'running', intent: 'on' });
  expect(again.pid).not.toBe(pid);
  wedge(crushPen(home, 'c', 'two'));
  await waitFor(
    'it is told again',
    async () => (await hits(home, 'session_rotated')).length === 2,
    {
      timeoutMs: 30_000,
    },
  );
  const stuck = (await hits(home, 'session_rotated')).map(payloadOf)[1];
  expect(stuck).toMatchObject({ state: 'stopped', severity: 'urgent' });
  expect(stuck?.['message']).toContain('a second rotation within an hour');
  expect(storesOf(home)).toContain('crush.db');
  expect(await described(home, 'c')).toMatchObject({ state: 'stopped', intent: 'on' });
});

it('touches nothing while somebody holds the store, and leaves the harness down until it is started', async () => {
  const home = await wedged();
  const folder = agentFolder(home, 'c');
  const first = await hastyDaemon(home);
  await untilDescribed(home, 'c', 'is up', (one) => one.pid !== undefined);
  const pen = crushPen(home, 'c', 'one');
  const holder = spawn('python3', ['-uc', 'f = open(".crush/crush.db"); print(1); input()'], {
    cwd: folder,
  });
  onTestFinished(() => {
    holder.kill('SIGKILL');
  });
  await once(holder.stdout, 'data');
  wedge(pen);
  const told = payloadOf(await got(home, 'session_rotated', 'c'));
  expect(told).toMatchObject({ state: 'stopped', severity: 'urgent' });
  expect(told['message']).toMatch(
    /archiving its store: .*crush\.db is held open by python3 \(pid \d+\)/,
  );
  expect(storesOf(home).filter((name) => name.includes('rotated'))).toEqual([]);
  await first.kill9();
  await hastyDaemon(home);
  expect(await described(home, 'c')).toMatchObject({
    state: 'stopped',
    intent: 'on',
    guards: { stuckRotation: 'archiving its store' },
  });
  expect((await harness(home, ['start', 'c'])).code).toBe(0);
  expect((await described(home, 'c')).guards?.stuckRotation).toBeUndefined();
});

it('goes on at boot with a rotation in which the daemon died', async () => {
  const home = await wedged('trap "" TERM; while :; do sleep 1; done');
  const first = await hastyDaemon(home, { stopGraceMs: 60_000 });
  await untilDescribed(home, 'c', 'is up', (one) => one.pid !== undefined);
  wedge(crushPen(home, 'c', 'one'));
  await untilDescribed(home, 'c', 'is being stopped', ({ state }) => state === 'stopping');
  await first.kill9();
  expect(storesOf(home)).toContain('crush.db');
  await hastyDaemon(home);
  expect(payloadOf(await got(home, 'session_rotated', 'c'))).toMatchObject({ state: 'running' });
  expect(storesOf(home)).not.toContain('crush.db');
  expect(await described(home, 'c')).toMatchObject({ state: 'running', intent: 'on' });
});
