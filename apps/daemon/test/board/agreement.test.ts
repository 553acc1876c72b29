import { NOTIFIED_EVENTS, RESULTS } from '@harness/notify-core';
import {
  daemonClient,
  type HarnessesAnswer,
  type NotificationsAnswer,
  type Overview,
} from '@harness/protocol';
import {
  harness,
  notifyTable,
  type RunningDaemon,
  type ThrowawayHome,
  throwawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AT_ONCE, shell } from '../system/quick.ts';
import { CHROMIUM, logInWith, openBrowser } from './browser.ts';
import { buildPage } from './built-page.ts';
import { logIn, patientDaemon, visit } from './visitor.ts';

const STORM = 1_000;
const NAMES = Array.from({ length: 20 }, (_, index) => `h${index}`);

let home: ThrowawayHome;
let daemon: RunningDaemon;
let session: { readonly cookie: string };

const board = async <T>(path: string): Promise<T> =>
  JSON.parse((await visit(home, path, { headers: session })).text);

/** The sums that a scrape shows, by `event result`; none that is 0. */
async function scraped(): Promise<Record<string, number>> {
  const { text } = await visit(home, '/metrics');
  const series = text.matchAll(
    /^harness_notify_deliveries_total\{event="(.+)",result="(.+)"\} (\d+)$/gm,
  );
  return sorted(
    [...series].map(([, event, result, count]): [string, number] => [
      `${event} ${result}`,
      Number(count),
    ]),
  );
}

/** A history without the ends of its windows, which are counted anew at each reading, to the millisecond. */
function withoutEnds({ notifications, ...rest }: NotificationsAnswer): object {
  return { ...rest, notifications: notifications.map((entry) => ({ ...entry, untilAt: '' })) };
}

/** The same sums of a history. */
function summed({ notifications }: NotificationsAnswer): Record<string, number> {
  return sorted(
    NOTIFIED_EVENTS.flatMap((event) =>
      RESULTS.map((result): [string, number] => [
        `${event} ${result}`,
        notifications
          .filter((entry) => entry.event === event && entry.result === result)
          .reduce((sum, entry) => sum + (entry.kind === 'held_back' ? entry.count : 1), 0),
      ]),
    ),
  );
}

function sorted(counts: readonly [string, number][]): Record<string, number> {
  return Object.fromEntries(counts.filter(([, count]) => count > 0).toSorted());
}

const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const isAtRest = ({ name, state }: { readonly name: string; readonly state: string }): boolean =>
  name === 'calm' || state === 'failed';

beforeAll(async () => {
  buildPage();
  home = await throwawayHome();
  const hook = ['/bin/sh', '-c', 'case $HARNESS_NOTIFY_HARNESS in h1) exit 3;; esac'];
  await writeConfig(
    home,
    notifyTable(home, '', hook) +
      NAMES.map((name) => `[harness.${name}]\nharness = "command"\nargv = ["false"]\n`).join('') +
      shell('calm', 'exec sleep 600'),
  );
  // With room for five at once, some have to be dropped.
  daemon = await patientDaemon(home, { ...AT_ONCE, queueCapacity: 5 });
  session = await logIn(home);
  const client = daemonClient({ env: home.env });
  await waitFor(
    `${STORM} notifications`,
    async () => {
      await Promise.all(NAMES.map((name) => client.command(name, 'restart')));
      return total(await scraped()) >= STORM;
    },
    { timeoutMs: 180_000, everyMs: 1 },
  );
  await waitFor('all have failed', async () =>
    (await client.harnesses()).harnesses.every(isAtRest),
  );
  await waitFor('every delivery has ended', async () => {
    const { notifications } = await board<NotificationsAnswer>('/v1/notifications?lines=10000');
    return notifications.every(({ result }) => result !== undefined);
  });
}, 400_000);

afterAll(async () => {
  await daemon.down();
  await home[Symbol.asyncDispose]();
}, 120_000);

it('after a storm the board and the command line have the same history, and the metrics the same sums', async () => {
  const onBoard = await board<NotificationsAnswer>('/v1/notifications?lines=10000');
  const { out } = await harness(home, ['notify', 'history', '--json', '--lines', '10000']);
  expect(withoutEnds(onBoard)).toEqual(withoutEnds(JSON.parse(out)));
  const counts = await scraped();
  expect(summed(onBoard)).toEqual(counts);
  expect(total(counts)).toBeGreaterThanOrEqual(STORM);
});

it('and the same harnesses in the same states', async () => {
  const { harnesses } = await board<Overview>('/v1/overview');
  const { out } = await harness(home, ['list', '--json']);
  const listed: HarnessesAnswer = JSON.parse(out);
  expect(harnesses).toEqual(listed.harnesses);
  const { text } = await visit(home, '/metrics');
  const states = [...text.matchAll(/^harness_state\{harness="(.+)",state="(.+)"\} 1$/gm)];
  expect(Object.fromEntries(states.map(([, name, state]) => [name, state]))).toEqual(
    Object.fromEntries(harnesses.map(({ name, state }) => [name, state])),
  );
});

it('and the same restarts', async () => {
  const { restarts } = await board<Overview>('/v1/overview');
  const { text } = await visit(home, '/metrics');
  const counted = [...text.matchAll(/^harness_restarts_total\{harness="(.+)"\} (\d+)$/gm)]
    .map(([, name, count]): [string, number] => [String(name), Number(count)])
    .filter(([, count]) => count > 0);
  const onBoard = Object.entries(restarts).map(([name, hours]): [string, number] => [
    name,
    hours.reduce((sum, count) => sum + count, 0),
  ]);
  expect(Object.fromEntries(onBoard)).toEqual(Object.fromEntries(counted));
  expect(onBoard).toHaveLength(NAMES.length);
});

it('and the same alerts and deliveries as doctor', async () => {
  const { episodes, hook } = await board<Overview>('/v1/overview');
  const checks = await daemonClient({ env: home.env }).doctor();
  const { failed }: { failed?: readonly string[] } =
    checks.find(({ check }) => check === 'alerts')?.data ?? {};
  expect(episodes.map((one) => one.harness).toSorted()).toEqual(failed?.toSorted());
  expect(failed).toHaveLength(NAMES.length);
  expect(checks.find(({ check }) => check === 'notify')?.data).toMatchObject({
    waiting: hook.waiting,
    recent: hook.recent.length,
    recent_failed: hook.recent.filter(({ result }) => result !== 'ok').length,
    last_ok: { id: hook.lastOk?.id },
    last_failed: { id: hook.lastFailed?.id },
  });
});

it.skipIf(CHROMIUM === undefined)(
  'and the page shows these sums (Debian: chromium)',
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    try {
      await using visitor = await logInWith(browser, home);
      const counts = await scraped();
      const sum = (...results: readonly string[]): number =>
        Object.entries(counts)
          .filter(([key]) => results.includes(key.split(' ')[1] ?? ''))
          .reduce((all, [, count]) => all + count, 0);
      const words = `${sum('ok')} told, ${sum('suppressed')} held back, ${sum('dropped')} dropped, ${sum('error', 'timeout')} hook failed, 0 on its way`;
      await visitor.page.getByRole('img', { name: words }).waitFor();
      expect(visitor.misdeeds).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
