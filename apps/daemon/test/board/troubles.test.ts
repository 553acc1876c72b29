import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daemonClient, type EpisodeView, type Overview } from '@harness/protocol';
import {
  got,
  harness,
  homes,
  notifyTable,
  type ThrowawayHome,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { agent, hastyDaemon } from '../guards/guarded-home.ts';
import { claudePen } from '../guards/pens.ts';
import { AT_ONCE, shell } from '../system/quick.ts';
import { patientDaemon } from './visitor.ts';

const newHome = homes(afterEach);
const PATIENT = { timeoutMs: 40_000 };

const overview = (home: ThrowawayHome): Promise<Overview> =>
  daemonClient({ env: home.env }).overview();

/** Waits for the only trouble that there is to be as it is wanted. */
async function trouble(
  home: ThrowawayHome,
  wanted: (episode: EpisodeView) => boolean = () => true,
): Promise<EpisodeView> {
  const { episodes } = await waitFor(
    'the trouble',
    async () => {
      const found = await overview(home);
      return found.episodes.length === 1 && found.episodes.every(wanted) ? found : undefined;
    },
    PATIENT,
  );
  const [only] = episodes;
  return only ?? expect.fail('there is none');
}

const untilCalm = (home: ThrowawayHome): Promise<unknown> =>
  waitFor(
    'nothing needs anybody',
    async () => (await overview(home)).episodes.length === 0,
    PATIENT,
  );

/** A harness that runs as long as its file is there. */
function mortal(home: ThrowawayHome, name: string): string {
  return shell(name, `while [ -e ${join(home.dir, name)} ]; do sleep 0.05; done; exit 1`);
}

it('holds the failed runs of a one-shot, over a restart, until a good one or a stop', async () => {
  const home = await newHome();
  const bin = join(home.dir, 'bin');
  await mkdir(bin);
  await writeScript(bin, 'claude', `[ -e ${home.dir}/well ] && exit 0\necho no licence\nexit 3`);
  const env = { ...home.env, PATH: `${bin}:${home.env['PATH']}` };
  const housed = { ...home, env };
  await writeConfig(
    home,
    '[harness.job]\nharness = "claude-code"\nprompt = "look"\nschedule = "0 3 * * *"\n',
  );
  const first = await patientDaemon(housed);
  const run = (): Promise<unknown> => harness(housed, ['trigger', 'job', '--wait']);
  await run();
  await run();
  const before = await trouble(housed);
  expect(before).toMatchObject({
    harness: 'job',
    event: 'run_failed',
    cause: 'no licence',
    did: 'recorded run 2 as failed, the last of 2 in a row',
    commands: ['harness logs job --run 2', 'harness trigger job'],
  });
  await first.down();
  const second = await patientDaemon(housed);
  expect(await trouble(housed)).toEqual(before);
  await writeFile(join(home.dir, 'well'), '');
  await run();
  await untilCalm(housed);
  await rm(join(home.dir, 'well'));
  await run();
  await trouble(housed, ({ event }) => event === 'run_failed');
  expect((await harness(housed, ['stop', 'job'])).code).toBe(0);
  await untilCalm(housed);
  await second.down();
});

it('takes what was told of an earlier trouble for no word of this one', async () => {
  const home = await newHome();
  await writeFile(join(home.dir, 'w'), '');
  await writeConfig(home, notifyTable(home, 'cooldown = "0s"') + mortal(home, 'w'));
  await using _daemon = await patientDaemon(home, AT_ONCE);
  const client = daemonClient({ env: home.env });
  await rm(join(home.dir, 'w'));
  expect(await trouble(home, ({ told }) => told?.result === 'ok')).toMatchObject({
    event: 'failed',
  });
  await writeFile(join(home.dir, 'w'), '');
  await client.command('w', 'restart');
  await got(home, 'recovered', 'w');
  await untilCalm(home);
  await writeConfig(home, mortal(home, 'w'));
  await client.reload();
  await rm(join(home.dir, 'w'));
  expect((await trouble(home)).told).toBeUndefined();
});

it('does not begin anew at each look where nobody was told and the daemon was restarted', async () => {
  const home = await newHome();
  await writeConfig(home, shell('w', 'exit 1'));
  const first = await patientDaemon(home, AT_ONCE);
  await trouble(home);
  await first.down();
  await using _second = await patientDaemon(home, AT_ONCE);
  const { since } = await trouble(home);
  await waitFor(
    'time goes by',
    async () => Date.parse((await overview(home)).at) > Date.parse(since) + 50,
  );
  expect((await trouble(home)).since).toBe(since);
});

it('shows a stop that was told only after the next start as what was told', async () => {
  const home = await newHome();
  await writeConfig(
    home,
    notifyTable(home, 'cooldown = "0s"\nevents = ["intent_lost"]') + agent(home, 'w'),
  );
  const first = await hastyDaemon(home);
  const client = daemonClient({ env: home.env });
  await waitFor('it is up', async () => (await client.harness('w')).pid !== undefined, PATIENT);
  const pen = claudePen(home, 'w', 'session-one');
  for (let call = 0; call < 12; call += 1) {
    pen.calls('Bash', { command: 'ls' }, 'no such file');
  }
  await trouble(home, ({ event, told }) => event === 'loop_stopped' && told?.result === 'unwanted');
  await first.kill9();
  await using _second = await hastyDaemon(home);
  const { did } = await trouble(
    home,
    ({ event, told }) => event === 'intent_lost' && told?.result === 'ok',
  );
  expect(did).toBe('stopped it; it stays down');
});

it('counts the restarts of a day also past a restart of the daemon', async () => {
  const home = await newHome();
  await writeConfig(home, shell('w', 'exec sleep 600'));
  const restarts = async (): Promise<number> =>
    (await overview(home)).restarts['w']?.reduce((sum, count) => sum + count, 0) ?? 0;
  const first = await patientDaemon(home);
  const client = daemonClient({ env: home.env });
  await client.command('w', 'restart');
  await waitFor('it is counted', async () => (await restarts()) === 1);
  await first.down();
  await using _second = await patientDaemon(home);
  expect(await restarts()).toBe(1);
});
