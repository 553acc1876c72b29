import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { got, harness, hits, homeProcesses, homes, waitFor, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { payloadOf, shell } from '../system/quick.ts';
import { described, everyEvent, hastyDaemon, untilDescribed } from './guarded-home.ts';

const newHome = homes(afterEach);

const PROBE = 'health_interval = "1s"\nhealth_failures = 2\nhealth_start_period = "0s"\n';
const probed = (name: string, cmd: string, keys = ''): string =>
  shell(name, 'exec sleep 600', `${PROBE}health_cmd = ${JSON.stringify(cmd)}\n${keys}`);

it('tells once what the probe printed, and restarts where it is told to', async () => {
  const home = await newHome();
  const cmd = 'echo port 9 is closed; exit 1';
  await writeConfig(
    home,
    everyEvent(home) +
      probed('n', cmd, 'health_action = "notify"') +
      probed('r', cmd, 'health_action = "restart"'),
  );
  await hastyDaemon(home);
  const before = await untilDescribed(home, 'r', 'is up', ({ pid }) => pid !== undefined);
  expect(payloadOf(await got(home, 'health', 'n'))).toMatchObject({
    cause: 'port 9 is closed',
    message: expect.stringContaining('nothing was touched'),
  });
  expect(payloadOf(await got(home, 'health', 'r'))['message']).toContain('restarted');
  const after = await untilDescribed(
    home,
    'r',
    'fails on',
    ({ guards }) => guards?.health?.unhealthy === true,
  );
  expect(after.pid).not.toBe(before.pid);
  expect(JSON.parse((await harness(home, ['list', '--json'])).out).harnesses).toMatchObject([
    { name: 'n', state: 'running', restarts: 0 },
    { name: 'r', state: 'running', restarts: 0 },
  ]);
  expect(await hits(home)).toHaveLength(2);
});

it('runs one probe at a time in the folder and the environment of the harness, and leaves nothing', async () => {
  const home = await newHome();
  const env = join(home.dir, 'agent.env');
  await writeFile(env, 'WHERE=here\n');
  // The probe hangs, and its child outlives it unless its group is killed.
  const cmd = 'echo "$WHERE in $PWD key=sk-ant-api03-abcdefghijklmnop"; sleep 4321 & sleep 999';
  const keys = `env_file = "${env}"\nworkdir = "${home.workDir}"\nhealth_timeout = "400ms"`;
  await writeConfig(home, everyEvent(home) + probed('hp', cmd, keys));
  const daemon = await hastyDaemon(home);
  const { cause } = payloadOf(await got(home, 'health', 'hp'));
  expect(cause).toContain(`here in ${home.workDir}`);
  expect(cause).not.toContain('abcdefghijklmnop');
  expect(homeProcesses(home.dir, /^sleep 999/).length).toBeLessThanOrEqual(1);
  await daemon.down();
  expect(homeProcesses(home.dir, /sleep/)).toEqual([]);
});

it('begins to count anew after a success, which ends the trouble without a word', async () => {
  const home = await newHome();
  const sick = join(home.dir, 'sick');
  const seen = join(home.dir, 'seen');
  await writeFile(sick, '');
  await writeConfig(
    home,
    everyEvent(home) + probed('h', `[ ! -e ${sick} ] && touch ${seen} || { echo sick; exit 1; }`),
  );
  await hastyDaemon(home);
  await got(home, 'health', 'h');
  await rm(sick);
  await waitFor('a probe succeeds', () => existsSync(seen), { timeoutMs: 20_000 });
  await untilDescribed(
    home,
    'h',
    'is healthy',
    ({ guards }) => guards?.health?.unhealthy === false,
  );
  await writeFile(sick, '');
  await waitFor('a second episode', async () => (await hits(home, 'health')).length === 2, {
    timeoutMs: 20_000,
  });
  const [one, two] = (await hits(home, 'health')).map(payloadOf);
  expect(one?.['episode']).not.toBe(two?.['episode']);
  expect((await described(home, 'h')).state).toBe('running');
});
