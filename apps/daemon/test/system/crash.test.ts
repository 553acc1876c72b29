import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  harness,
  hits,
  homeProcesses,
  homes,
  listed,
  metric,
  notifyTable,
  startDaemon,
  state,
  type ThrowawayHome,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { AT_ONCE, eventsOf, payloadOf, QUICK, shell } from './quick.ts';

const newHome = homes(afterEach);

const NAMES = Array.from({ length: 7 }, (_, number) => `h${number}`);

/** Seven failed harnesses: four hooks run and do not end, three notifications wait. */
async function busyDaemon(home: ThrowawayHome) {
  const hook = await writeScript(
    home.dir,
    'hook',
    `[ -e ${home.dir}/go ] || exec sleep 66\nexec ${home.hook.path}\n`,
  );
  await writeConfig(
    home,
    notifyTable(home, 'events = ["failed"]\ntimeout = "1m"', [hook]) +
      NAMES.map((name) => shell(name, 'exit 1')).join(''),
  );
  const daemon = await startDaemon(home, { policy: AT_ONCE });
  await waitFor('all have failed', async () =>
    (await listed(home)).every((row) => row.state === 'failed'),
  );
  await waitFor('four hooks run', () => homeProcesses(home.dir, /^sleep 66$/).length === 4);
  return daemon;
}

/** Starts the next daemon with a hook that ends, and waits until the three that waited are told. */
async function expectTheRest(home: ThrowawayHome, waited = 3): Promise<void> {
  await writeFile(join(home.dir, 'go'), '');
  await startDaemon(home, { policy: AT_ONCE });
  await waitFor('what waited is told', async () => (await metric(home, 'failed', 'ok')) === waited);
  const told = await hits(home);
  expect(told.map((hit) => payloadOf(hit)['replayed'])).toEqual(Array(waited).fill(true));
  expect(new Set(told.map((hit) => hit.harness)).size).toBe(waited);
  const { out } = await harness(home, ['notify', 'history', '--json']);
  const { notifications } = JSON.parse(out) as { notifications: { result: string }[] };
  expect(notifications.map(({ result }) => result).toSorted()).toEqual([
    ...Array(NAMES.length - waited).fill('error'),
    ...Array(waited).fill('ok'),
  ]);
}

/**
 * What a daemon leaves behind that is killed while it starts a hook: its files are open until the mark is made, here a
 * moment after the next daemon has made its pipes.
 */
async function startingHook(folder: string): Promise<void> {
  const store = join(folder, 'harness.db');
  const database = new DatabaseSync(store, { readOnly: true });
  const row = database.prepare('SELECT id FROM notification WHERE started_ms IS NULL').get();
  database.close();
  const mark = join(folder, 'begun', String(row?.['id']));
  const script = `exec 3<'${store}'; rm -f '${folder}'/pipes/*; echo open
    until [ -e '${folder}/pipes/0.fifo' ]; do sleep 0.01; done; sleep 0.3; : >'${mark}'`;
  const half = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(half.stdout, 'data');
}

describe('a daemon that ends with notifications on their way', () => {
  it('killed: what waited is told by the next one, what had started is closed', async () => {
    const home = await newHome();
    const daemon = await busyDaemon(home);
    await daemon.kill9();
    await expectTheRest(home);
    expect(await metric(home, 'failed', 'error')).toBe(4);
  });

  it('killed while it starts a hook: that one is not started again', async () => {
    const home = await newHome();
    const daemon = await busyDaemon(home);
    await daemon.kill9();
    await startingHook(join(home.stateDir, 'harness'));
    await expectTheRest(home, 2);
    expect(await metric(home, 'failed', 'error')).toBe(5);
  });

  it('terminated: the hooks get five seconds, and what waited is told by the next one', async () => {
    const home = await newHome();
    const daemon = await busyDaemon(home);
    const beganMs = Date.now();
    expect(await daemon.down()).toEqual({ code: 0, signal: undefined });
    expect(Date.now() - beganMs).toBeLessThan(15_000);
    expect(homeProcesses(home.dir)).toEqual([]);
    await expectTheRest(home);
    expect(await metric(home, 'failed', 'error')).toBe(0);
  });

  it('terminated while a hook is about to end: it is told, and nothing else', async () => {
    const home = await newHome();
    const hook = await writeScript(
      home.dir,
      'hook',
      `: >${home.dir}/begun\nsleep 1\nexec ${home.hook.path}\n`,
    );
    await writeConfig(home, notifyTable(home, '', [hook]) + shell('s', 'exec sleep 600'));
    const daemon = await startDaemon(home, { policy: QUICK });
    const test = harness(home, ['doctor', '--notify-test']);
    await waitFor('the hook runs', () => readFile(join(home.dir, 'begun')).catch(() => undefined));
    expect(await daemon.down()).toMatchObject({ code: 0 });
    await test;
    expect(eventsOf(await hits(home))).toEqual(['test']);
    expect(homeProcesses(home.dir)).toEqual([]);
  });
});

it('ends what a killed daemon left before it starts anew, and tells nobody of that', async () => {
  const home = await newHome();
  const pids = join(home.dir, 'pids');
  await writeConfig(home, notifyTable(home) + shell('solo', `echo $$ >>${pids}; exec sleep 600`));
  const started = async (): Promise<readonly string[]> =>
    (await readFile(pids, 'utf8').catch(() => '')).split('\n').slice(0, -1);
  const first = await startDaemon(home, { policy: QUICK });
  await waitFor('it runs', async () => (await started()).length === 1);
  await waitFor('the daemon knows it', async () => (await listed(home))[0]?.pid !== undefined);
  await first.kill9();
  const next = await startDaemon(home, { policy: QUICK });
  await waitFor('it runs again', async () => (await started()).length === 2);
  const [, second] = await started();
  const alive = homeProcesses(home.dir, /^sleep 600$/).map(({ pid }) => String(pid));
  expect(alive).toEqual([second]);
  expect(await next.log()).toContain('an earlier daemon left a process');
  await harness(home, ['doctor', '--notify-test']);
  expect(eventsOf(await hits(home))).toEqual(['test']);
});

describe('a state file that a power cut left', () => {
  it.each([
    { what: 'empty', content: Buffer.alloc(0) },
    { what: 'full of NULs', content: Buffer.alloc(4096) },
    { what: 'torn', content: Buffer.alloc(700, 'torn') },
  ])('$what: is moved aside and begun anew, and the harnesses start', async ({ content }) => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home) + shell('s', 'exec sleep 600'));
    await (await startDaemon(home, { policy: QUICK })).down();
    const folder = join(home.stateDir, 'harness');
    await writeFile(join(folder, 'harness.db'), content);
    const daemon = await startDaemon(home, { policy: QUICK });
    await waitFor('it runs', async () => (await state(home, 's')) === 'running');
    const aside = readdirSync(folder).filter((name) => name.includes('.corrupt-'));
    expect(aside).not.toEqual([]);
    expect(await daemon.log()).toContain(aside[0]);
    expect((await harness(home, ['doctor'])).out).toContain(aside[0]);
  });
});
