import { Agent, request as ask } from 'node:http';
import { join } from 'node:path';
import { daemonClient } from '@harness/protocol';
import { openStore } from '@harness/store';
import {
  type RunningDaemon,
  type ThrowawayHome,
  throwawayHome,
  writeConfig,
} from '@harness/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, logInWith, openBrowser } from './browser.ts';
import { buildPage } from './built-page.ts';
import { logIn, patientDaemon } from './visitor.ts';

const HARNESSES = 300;
const UP = 20;
const NOTIFICATIONS = 10_000;
const MINUTE_MS = 60_000;

// A browser on a busy machine.
const PATIENT = { timeout: 60_000 };

let home: ThrowawayHome;
let daemon: RunningDaemon;
let pageBytes: number;

const nameOf = (index: number): string => `agent-${String(index).padStart(3, '0')}`;

/** Writes the history of a week into the store of a daemon that is not up. */
function fillHistory(nowMs: number): void {
  const store = openStore({
    folder: join(home.stateDir, 'harness'),
    nowMs: () => nowMs,
    onTrouble: ({ kind }) => expect.fail(kind),
  });
  store.together(() => {
    for (let index = 0; index < NOTIFICATIONS; index += 1) {
      const id = `id-${String(index).padStart(6, '0')}`;
      const raisedAtMs = nowMs - (NOTIFICATIONS - index) * MINUTE_MS;
      const harness = nameOf(index % HARNESSES);
      const message = `${harness} is flapping: 3 restarts in a row — see \`harness logs ${harness}\``;
      const event = index % 2 === 0 ? 'flapping' : 'failed';
      store.enqueue({ id, harness, event, payload: () => ({ message }), hook: {}, raisedAtMs });
      const [result, detail] =
        index % 10 === 0
          ? (['error', { kind: 'exited', code: 7 }] as const)
          : (['ok', { kind: 'exited', code: 0 }] as const);
      store.finished(id, { result, detail, durationMs: 40, atMs: raisedAtMs + 50 });
    }
  });
  store.close();
}

beforeAll(async () => {
  pageBytes = buildPage();
  home = await throwawayHome();
  fillHistory(Date.now());
  await writeConfig(
    home,
    Array.from(
      { length: HARNESSES },
      (_, index) =>
        `[harness.${nameOf(index)}]\nharness = "command"\nargv = ["sleep", "600"]\nenabled = ${index < UP}\n`,
    ).join(''),
  );
  daemon = await patientDaemon(home);
}, 240_000);

afterAll(async () => {
  await daemon.down();
  await home[Symbol.asyncDispose]();
}, 120_000);

it('is below 60 kB for a browser that has never been here', () => {
  expect(pageBytes).toBeGreaterThan(10_000);
  expect(pageBytes).toBeLessThan(60_000);
});

it('gives the page and its first facts in at most ten times the sign of life each, with 300 harnesses and 10,000 notifications', async () => {
  const session = await logIn(home);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = { life: [] as number[], page: [] as number[], overview: [] as number[] };
  for (let round = 0; round < 60; round += 1) {
    times.life.push(await timed(agent, '/healthz', session));
    times.page.push(await timed(agent, '/', session));
    times.overview.push(await timed(agent, '/v1/overview', session));
  }
  agent.destroy();
  const [life, page, overview] = [median(times.life), median(times.page), median(times.overview)];
  process.stdout.write(`median ms: /healthz ${life}, / ${page}, /v1/overview ${overview}\n`);
  expect(page / life).toBeLessThanOrEqual(10);
  expect(overview / life).toBeLessThanOrEqual(10);
});

it('answers with everything at once', async () => {
  const overview = await daemonClient({ env: home.env }).overview();
  expect(overview.harnesses).toHaveLength(HARNESSES);
  expect(overview.hook).toMatchObject({ waiting: 0, events: [] });
  expect(overview.hook.recent).toHaveLength(10);
});

describe.skipIf(CHROMIUM === undefined)(
  'in a browser (Debian: chromium)',
  { timeout: 180_000 },
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    }, 120_000);
    afterAll(() => browser.close());

    it('shows them all, and finds one among them', async () => {
      await using visitor = await logInWith(browser, home);
      const { page, misdeeds } = visitor;
      const rows = page.getByRole('region', { name: 'Table of harnesses' }).getByRole('row');
      await expect.poll(() => rows.count(), PATIENT).toBe(HARNESSES + 1);
      await page.getByLabel('Find').fill('agent-07');
      await expect.poll(() => rows.count(), PATIENT).toBe(11);
      await page.getByLabel('Find').fill('running');
      await expect.poll(() => rows.count(), PATIENT).toBe(UP + 1);
      await page.getByLabel('Week').check();
      const line = page.getByRole('img', { name: /Notifications by event/ });
      const told = async (): Promise<number> =>
        Number(/(\d+) told/.exec((await line.getAttribute('aria-label')) ?? '')?.[1]);
      await expect.poll(told, PATIENT).toBeGreaterThan(8_900);
      expect(misdeeds).toEqual([]);
    });
  },
);

function timed(
  agent: Agent,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    const request = ask(
      { host: '127.0.0.1', port: home.metricsPort, path, headers, agent },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(performance.now() - before));
        answer.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end();
  });
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
