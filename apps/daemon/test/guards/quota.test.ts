import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { got, harness, hits, homes, waitFor, writeConfig, writeScript } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { payloadOf } from '../system/quick.ts';
import {
  agent,
  agentFolder,
  described,
  everyEvent,
  hastyDaemon,
  untilDescribed,
} from './guarded-home.ts';
import { claudePen } from './pens.ts';

const newHome = homes(afterEach);

const limit = (seconds: number): string =>
  `Claude AI usage limit reached|${Math.ceil(Date.now() / 1000) + seconds}`;

it('parks until the reset, shows it, and remembers it through the death of the daemon', async () => {
  const home = await newHome();
  await writeConfig(home, everyEvent(home) + agent(home, 'q'));
  const first = await hastyDaemon(home);
  await untilDescribed(home, 'q', 'is up', ({ pid }) => pid !== undefined);
  claudePen(home, 'q', 'session-one').refused(limit(600), 429);
  const told = payloadOf(await got(home, 'parked', 'q'));
  expect(told).toMatchObject({ state: 'stopped', cause: 'usage_window', hint: 'harness start q' });
  const { out: list } = await harness(home, ['list']);
  expect(list).toMatch(/stopped +q .*parked for/);
  expect((await harness(home, ['doctor'])).out).toContain('q: parked until');
  await first.kill9();
  const second = await hastyDaemon(home);
  const parked = await described(home, 'q');
  expect(parked).toMatchObject({ state: 'stopped', intent: 'on' });
  expect(parked.parkedUntil).toContain(String(told['until']).slice(0, 19));
  expect((await harness(home, ['daemon', 'status'])).out).toContain('ready');
  expect((await harness(home, ['start', 'q'])).code).toBe(0);
  expect(await described(home, 'q')).toMatchObject({ state: 'running' });
  expect((await harness(home, ['doctor'])).out).not.toContain('parked until');
  await second.down();
  expect(await hits(home)).toHaveLength(1);
});

it('releases by itself at the reset', async () => {
  const home = await newHome();
  await writeConfig(home, everyEvent(home) + agent(home, 'q'));
  await hastyDaemon(home);
  await untilDescribed(home, 'q', 'is up', ({ pid }) => pid !== undefined);
  claudePen(home, 'q', 'session-one').refused(limit(4), 429);
  const { until } = payloadOf(await got(home, 'parked', 'q'));
  await untilDescribed(home, 'q', 'is released', ({ state }) => state === 'running');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(until)));
  expect(await hits(home)).toHaveLength(1);
});

it('releases at boot what should have been released while nobody was there', async () => {
  const home = await newHome();
  await writeConfig(home, everyEvent(home) + agent(home, 'q'));
  const first = await hastyDaemon(home);
  await untilDescribed(home, 'q', 'is up', ({ pid }) => pid !== undefined);
  claudePen(home, 'q', 'session-one').refused(limit(4), 429);
  const { until } = payloadOf(await got(home, 'parked', 'q'));
  await first.kill9();
  await waitFor('the reset', () => Date.now() > Date.parse(String(until)));
  await hastyDaemon(home);
  await untilDescribed(home, 'q', 'is up', ({ state }) => state === 'running');
  expect((await described(home, 'q')).parkedUntil).toBeUndefined();
});

it('parks a whole group, tells each member once, and releases one at its start', async () => {
  const home = await newHome();
  const keys = 'quota_group = "team"';
  await writeConfig(
    home,
    everyEvent(home) +
      agent(home, 'a', { keys }) +
      agent(home, 'b', { keys }) +
      agent(home, 'other'),
  );
  await hastyDaemon(home);
  for (const name of ['a', 'b', 'other']) {
    await untilDescribed(home, name, 'is up', ({ pid }) => pid !== undefined);
  }
  claudePen(home, 'a', 'session-one').refused(limit(600), 429);
  expect(payloadOf(await got(home, 'parked', 'a'))['message']).toContain('quota group team');
  await got(home, 'parked', 'b');
  expect((await harness(home, ['start', 'b'])).code).toBe(0);
  expect(await described(home, 'b')).toMatchObject({ state: 'running' });
  expect((await described(home, 'b')).parkedUntil).toBeUndefined();
  expect(await described(home, 'a')).toMatchObject({ state: 'stopped' });
  expect(await described(home, 'other')).toMatchObject({ state: 'running' });
  expect(await hits(home)).toHaveLength(2);
});

it('ends a refused run of a one-shot as quota_parked, and skips the next ones', async () => {
  const home = await newHome();
  const bin = join(home.dir, 'bin');
  await mkdir(bin);
  await writeScript(bin, 'claude', 'echo working\necho "429 quota exceeded"\nexit 1\n');
  const at = { ...home, env: { ...home.env, PATH: `${bin}:${home.env['PATH']}` } };
  await writeConfig(
    home,
    `${everyEvent(home)}[harness.job]\nharness = "claude-code"\nprompt = "look"\nworkdir = "${agentFolder(home, 'job')}"\n`,
  );
  await hastyDaemon(at);
  await harness(at, ['trigger', 'job', '--wait']);
  await harness(at, ['trigger', 'job', '--wait']);
  expect(payloadOf(await got(at, 'parked', 'job'))).toMatchObject({ cause: 'rate_limit' });
  await harness(at, ['start', 'job']);
  await writeScript(bin, 'claude', 'echo done\n');
  await waitFor(
    'it is released',
    async () => (await described(at, 'job')).parkedUntil === undefined,
  );
  await harness(at, ['trigger', 'job', '--wait']);
  const { out } = await harness(at, ['runs', 'job', '--json']);
  const { runs }: { runs: { outcome: string }[] } = JSON.parse(out);
  expect(runs.map(({ outcome }) => outcome)).toEqual(['success', 'skipped', 'quota_parked']);
  expect(await hits(at, 'run_failed')).toEqual([]);
});
