import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  got,
  type Hit,
  harness,
  hits,
  homes,
  metric,
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { eventsOf, payloadOf } from './quick.ts';

const newHome = homes(afterEach);
const STUBBORN = 'trap "" TERM; while :; do sleep 1; done';
const PATIENCE = { timeoutMs: 150_000, everyMs: 250 };

it('tells a night of troubles once each, with the times of a daemon in use', async () => {
  const home = await newHome();
  const up = join(home.workDir, 'up');
  const helpers = join(home.workDir, 'helpers');
  await writeConfig(
    home,
    notifyTable(home, 'cooldown = "15m"') +
      script('login', 'echo "Error: not logged in" >&2; exit 1') +
      script('zero', 'echo "Error: no session"; exit 0') +
      script('slow', 'sleep 12; echo lost connection; exit 1') +
      script('back', `[ -e ${up} ] && exec sleep 600; echo down; exit 1`) +
      script('launcher', `sh -c '${STUBBORN}' & echo $! >>${helpers}; wait`) +
      '[harness.minutely]\nharness = "codex"\nprompt = "go"\nschedule = "* * * * *"\n' +
      '[harness.absent]\nharness = "command"\nargv = ["/nonexistent/agent"]\nenabled = true\n',
  );
  await writeScript(home.workDir, 'codex', '#!/bin/sh\necho done\n');
  await startDaemon(home, { env: { PATH: `${home.workDir}:${home.env['PATH']}` } });

  const all = [givesUp(home), comesBack(home, up), leavesNothing(home, helpers)];
  await Promise.all([...all, runsOnTheMinute(home)]);
  expect(payloadOf(await got(home, 'flapping', 'slow', PATIENCE))).toMatchObject({ exit_code: 1 });
  for (const name of ['login', 'zero', 'absent']) {
    expect(eventsOf(await hits(home, undefined, name)), name).toEqual(['flapping', 'failed']);
  }
  expect(eventsOf(await hits(home, undefined, 'slow'))).toEqual(['flapping']);
  expect(await metric(home, 'flapping', 'suppressed')).toBeGreaterThanOrEqual(3 * 2);
}, 240_000);

async function givesUp(home: ThrowawayHome): Promise<void> {
  const failed = await got(home, 'failed', 'login', PATIENCE);
  expect(payloadOf(failed)).toMatchObject({ exit_code: 1, restarts: 6 });
  // The third exit flaps; the sixth is the last, after pauses of 1, 2 and 4 s.
  expect(secondsBetween(await got(home, 'flapping', 'login'), failed)).toBeGreaterThan(6);
  expect(payloadOf(await got(home, 'failed', 'zero', PATIENCE))).toMatchObject({ exit_code: 0 });
  await got(home, 'failed', 'absent', PATIENCE);
}

/** A new failure is told at once, although its window is still open: it came back in between. */
async function comesBack(home: ThrowawayHome, up: string): Promise<void> {
  const failed = await got(home, 'failed', 'back', PATIENCE);
  await writeFile(up, '');
  await harness(home, ['restart', 'back']);
  const recovered = await got(home, 'recovered', 'back', PATIENCE);
  // Ten seconds of health between them; both times are whole seconds.
  expect(secondsBetween(failed, recovered)).toBeGreaterThanOrEqual(10);
  await rm(up);
  await harness(home, ['restart', 'back']);
  const look = async (): Promise<Hit | undefined> => (await hits(home, 'failed', 'back'))[1];
  const again = await waitFor('it fails anew', look, PATIENCE);
  expect(payloadOf(again)['episode']).not.toBe(payloadOf(failed)['episode']);
}

/** Its helper ignores SIGTERM: a restart takes the whole grace, and ends the old generation before the next. */
async function leavesNothing(home: ThrowawayHome, helpers: string): Promise<void> {
  await waitFor('its helper runs', async () => (await pidsIn(helpers)).length === 1, PATIENCE);
  await harness(home, ['restart', 'launcher']);
  const next = async (): Promise<boolean> => (await pidsIn(helpers)).length === 2;
  await waitFor('the next helper runs', next, PATIENCE);
  const [old = 0] = await pidsIn(helpers);
  // Ended, though whoever inherited it may not have collected it yet.
  expect(await readFile(`/proc/${old}/stat`, 'utf8').catch(() => ' Z ')).toContain(' Z ');
}

/** By the clock on the wall, and not a moment early. */
async function runsOnTheMinute(home: ThrowawayHome): Promise<void> {
  const look = async (): Promise<Run | undefined> => {
    const { out } = await harness(home, ['runs', 'minutely', '--json']);
    const { runs }: { readonly runs: readonly Run[] } = JSON.parse(out);
    return runs.find(({ outcome }) => outcome === 'success');
  };
  const run = await waitFor('a run on the minute', look, { timeoutMs: 150_000, everyMs: 2_000 });
  expect(run.trigger).toBe('schedule');
  expect(new Date(run.startedAt).getSeconds()).toBeLessThan(10);
}

interface Run {
  readonly trigger: string;
  readonly outcome: string;
  readonly startedAt: string;
}

/** A harness as an operator writes it: the pauses are those of a daemon in use. */
function script(name: string, text: string): string {
  return `[harness.${name}]\nharness = "generic"\nargs = ["-c", ${JSON.stringify(text)}]\nenabled = true\n`;
}

async function pidsIn(file: string): Promise<readonly number[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1).map(Number);
}

function secondsBetween(first: Hit, second: Hit): number {
  const [from = 0, to = 0] = [first, second].map((hit) =>
    Date.parse(String(payloadOf(hit)['time'])),
  );
  return (to - from) / 1000;
}
