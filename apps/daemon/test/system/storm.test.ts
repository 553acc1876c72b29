import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  harness,
  homes,
  listed,
  metric,
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { AT_ONCE, shell } from './quick.ts';

const newHome = homes(afterEach);

// Hundreds of programs start here, on a machine that may do other things.
const PATIENT = { timeoutMs: 60_000, everyMs: 250 };
const READY_MS = 60_000;

/** A hook that waits until the test lets it go, then writes down whom it was told of; cheap, for there are many. */
function blockedHook(home: ThrowawayHome): Promise<string> {
  return writeScript(
    home.dir,
    'hook',
    `while [ ! -e ${home.dir}/go ]; do sleep 0.1; done\necho "$HARNESS_NOTIFY_HARNESS" >>${home.dir}/told\n`,
  );
}

async function told(home: ThrowawayHome): Promise<readonly string[]> {
  const text = await readFile(join(home.dir, 'told'), 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1);
}

const letGo = (home: ThrowawayHome): Promise<void> => writeFile(join(home.dir, 'go'), '');

async function failedCounts(home: ThrowawayHome): Promise<Record<string, number | undefined>> {
  const results = ['ok', 'error', 'timeout', 'dropped', 'suppressed'];
  const counts = await Promise.all(results.map((result) => metric(home, 'failed', result)));
  return Object.fromEntries(results.map((result, index) => [result, counts[index]]));
}

describe('many harnesses that fail at once', () => {
  it('are all told of, one by one, and none waits for a hook', { timeout: 300_000 }, async () => {
    const home = await newHome();
    const names = Array.from({ length: 200 }, (_, number) => `h${number}`);
    await writeConfig(
      home,
      notifyTable(home, 'events = ["failed"]\ntimeout = "5m"', [await blockedHook(home)]) +
        names.map((name) => shell(name, 'echo token expired; exit 1')).join(''),
    );
    await startDaemon(home, { policy: AT_ONCE, readyMs: READY_MS });
    await waitFor(
      'all have failed while no hook ends',
      async () => (await listed(home)).every(({ state }) => state === 'failed'),
      { timeoutMs: 120_000, everyMs: 1000 },
    );
    expect(await told(home)).toEqual([]);
    await letGo(home);
    await waitFor('all are told', async () => (await metric(home, 'failed', 'ok')) === 200, {
      timeoutMs: 120_000,
      everyMs: 250,
    });
    expect(await failedCounts(home)).toEqual({
      ok: 200,
      error: 0,
      timeout: 0,
      dropped: 0,
      suppressed: 0,
    });
    expect((await told(home)).toSorted()).toEqual(names.toSorted());
  });

  it('are told of or counted as dropped, which is said once with their names', async () => {
    const home = await newHome();
    const names = Array.from({ length: 30 }, (_, number) => `h${number}`);
    await writeConfig(
      home,
      notifyTable(home, 'events = ["failed"]\ntimeout = "5m"', [await blockedHook(home)]) +
        names.map((name) => shell(name, 'echo token expired; exit 1')).join(''),
    );
    const daemon = await startDaemon(home, {
      policy: { ...AT_ONCE, queueCapacity: 10 },
      readyMs: READY_MS,
    });
    await waitFor(
      'what has no room is dropped',
      async () => {
        return (await metric(home, 'failed', 'dropped')) === 16;
      },
      PATIENT,
    );
    await letGo(home);
    await waitFor(
      'the others are told',
      async () => (await metric(home, 'failed', 'ok')) === 14,
      PATIENT,
    );
    const reached = await told(home);
    expect(reached).toHaveLength(14);
    const said = await waitFor('the log says so', async () => {
      const lines = (await daemon.log()).split('\n').filter((line) => line.includes('queue full'));
      const bursts = lines.map((line): Burst => JSON.parse(line));
      return bursts.reduce((sum, { dropped }) => sum + dropped, 0) === 16 && bursts;
    });
    expect(said.length).toBeLessThan(4);
    expect(new Set(said.flatMap(({ harnesses }) => harnesses))).toEqual(
      new Set(names.filter((name) => !reached.includes(name))),
    );
  });
});

interface Burst {
  readonly dropped: number;
  readonly harnesses: readonly string[];
}

it('a dropped alert opens no window: the next one is told', async () => {
  const home = await newHome();
  const blocked = ['a', 'b', 'c', 'd', 'e'];
  const later = 'enabled = false\nrestart_delay = "20ms"\nargs = ["-c", "exit 1"]\n';
  await writeConfig(
    home,
    notifyTable(home, 'events = ["failed"]\ncooldown = "15m"\ntimeout = "5m"', [
      await blockedHook(home),
    ]) +
      blocked.map((name) => shell(name, 'exit 1')).join('') +
      `[harness.z]\nharness = "generic"\n${later}`,
  );
  await startDaemon(home, { policy: { ...AT_ONCE, queueCapacity: 1 } });
  await waitFor('four hooks run and one waits', async () => {
    return (await listed(home)).filter(({ state }) => state === 'failed').length === 5;
  });
  await harness(home, ['start', 'z']);
  await waitFor('z is dropped', async () => (await metric(home, 'failed', 'dropped')) === 1);
  await letGo(home);
  await waitFor('the others are told', async () => (await metric(home, 'failed', 'ok')) === 5);
  await harness(home, ['restart', 'z']);
  await waitFor('z is told', async () => (await told(home)).includes('z'), PATIENT);
  expect(await failedCounts(home)).toMatchObject({ dropped: 1, suppressed: 0 });
});
