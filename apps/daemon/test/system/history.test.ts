import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  HARNESS_FROM_SOURCE,
  harness,
  homes,
  metric,
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { AT_ONCE, shell } from './quick.ts';

const newHome = homes(afterEach);

/** What `harness notify history --json` answers, as `event harness result`, the newest first. */
async function history(home: ThrowawayHome, ...args: readonly string[]): Promise<string[]> {
  const { out } = await harness(home, ['notify', 'history', '--json', ...args]);
  const { notifications } = JSON.parse(out) as { notifications: readonly Entry[] };
  return notifications.map(({ event, harness: name, result }) => `${event} ${name} ${result}`);
}

interface Entry {
  readonly event: string;
  readonly harness: string;
  readonly result: string;
}

/** `harness notify history --follow`, and what it has printed so far. */
function follow(home: ThrowawayHome, ...args: readonly string[]) {
  const [program, ...words] = HARNESS_FROM_SOURCE;
  const child = spawn(program, [...words, 'notify', 'history', '--follow', ...args], {
    env: { ...home.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += String(chunk);
  });
  return {
    lines: () => printed.split('\n').slice(0, -1),
    async end() {
      child.kill('SIGINT');
      await once(child, 'exit');
      return child.exitCode;
    },
  };
}

it('shows what became of each notification, filtered by harness, event and result', async () => {
  const home = await newHome();
  const table = notifyTable(home, 'events = ["failed"]');
  await writeConfig(home, table + shell('a', 'exit 1') + shell('b', 'exit 1'));
  await startDaemon(home, { policy: AT_ONCE });
  await waitFor('both are told', async () => (await metric(home, 'failed', 'ok')) === 2);
  await harness(home, ['restart', 'a']);
  await waitFor('one is held back', async () => (await metric(home, 'failed', 'suppressed')) === 1);
  expect(await history(home, '--harness', 'a', '--event', 'failed')).toEqual([
    'failed a suppressed',
    'failed a ok',
  ]);
  expect(await history(home, '--harness', 'b', '--event', 'failed')).toEqual(['failed b ok']);
  expect(await history(home, '--result', 'suppressed')).toEqual(['failed a suppressed']);
  expect(await history(home, '--event', 'failed', '--lines', '1')).toHaveLength(1);
  expect(await history(home, '--event', 'health')).toEqual([]);
  const { out } = await harness(home, ['notify', 'why', 'a']);
  expect(out).toMatch(/held back once: inside the cooldown until .*\n.*delivered/);
});

it('followed, prints what is delivered from then on, until it is interrupted', async () => {
  const home = await newHome();
  const table = notifyTable(home, 'events = ["failed"]\ncooldown = "0s"');
  await writeConfig(home, table + shell('a', 'exit 1') + shell('b', 'exit 1'));
  await startDaemon(home, { policy: AT_ONCE });
  await waitFor('both are told', async () => (await metric(home, 'failed', 'ok')) === 2);
  const of = follow(home, '--harness', 'a', '--event', 'failed', '--result', 'ok', '--json');
  await waitFor('it shows the past', () => of.lines().length === 1);
  await harness(home, ['restart', 'a', 'b']);
  await waitFor('it shows the news', () => of.lines().length === 2);
  const shown = of.lines().map((line): Entry => JSON.parse(line));
  expect(shown).toMatchObject(Array(2).fill({ event: 'failed', harness: 'a', result: 'ok' }));
  expect(await of.end()).toBe(0);
});
