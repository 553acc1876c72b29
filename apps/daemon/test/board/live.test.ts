import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daemonClient } from '@harness/protocol';
import {
  notifyTable,
  type RunningDaemon,
  type ThrowawayHome,
  throwawayHome,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agent } from '../guards/guarded-home.ts';
import { claudePen } from '../guards/pens.ts';
import { AT_ONCE, shell } from '../system/quick.ts';
import {
  CHROMIUM,
  findings,
  logInWith,
  openBrowser,
  picture,
  pictureForDocs,
  type Visitor,
} from './browser.ts';
import { buildPage } from './built-page.ts';
import { patientDaemon } from './visitor.ts';

const POLICY = { ...AT_ONCE, lookMs: 100 };

// A browser on a busy machine.
const PATIENT = { timeout: 60_000 };

let home: ThrowawayHome;
let daemon: RunningDaemon;
let browser: Browser;
let visitor: Visitor;
let page: Page;

/** A harness that runs as long as its file is there, and then says its last words and fails. */
function mortal(name: string, lastWords: string): string {
  const file = join(home.dir, `up-${name}`);
  return shell(name, `while [ -e ${file} ]; do sleep 0.1; done; ${lastWords}; exit 1`);
}

const raise = (name: string): Promise<void> => writeFile(join(home.dir, `up-${name}`), '');
const fell = (name: string): Promise<void> => rm(join(home.dir, `up-${name}`));

/** The part of the page under a heading. */
const part = (heading: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .first();

const sees = (heading: string, text: string | RegExp): Promise<void> =>
  part(heading).getByText(text).first().waitFor();

const FOCUSED =
  "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent";

/** How far the log is from its end. */
const TO_ITS_END =
  '(at => at.scrollHeight - at.clientHeight - at.scrollTop)(document.querySelector(\'[aria-label="Last lines of the log"]\'))';

/** Makes the page believe that it can be seen, or not. */
const turnedTo = (state: string): string =>
  `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`;

const SCRIPT = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const NOISE = `printf '\\033[31m${SCRIPT}\\033[0m \\033]0;title\\007\\342\\200\\256reversed\\n'`;

describe.skipIf(CHROMIUM === undefined)(
  'the board in a browser (Debian: chromium)',
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      buildPage();
      home = await throwawayHome();
      const hook = await writeScript(
        home.dir,
        'hook',
        `case $HARNESS_NOTIFY_HARNESS in unheard) echo no route; exit 7;; esac\nexit 0\n`,
      );
      await Promise.all(['worker', 'unheard', 'noisy'].map(raise));
      await writeConfig(
        home,
        notifyTable(home, 'cooldown = "1m"', [hook]) +
          mortal('worker', 'echo "Error: You must be logged in"').replace('enabled = true', '') +
          mortal('unheard', 'echo lost') +
          mortal('noisy', NOISE) +
          agent(home, 'thirsty') +
          shell('steady', 'exec sleep 600') +
          shell(
            'talker',
            `while [ ! -e ${home.dir}/talk ]; do sleep 0.1; done; seq -f "line %g" 300; exec sleep 600`,
          ) +
          '[harness.nightly]\nharness = "claude-code"\nprompt = "look"\nschedule = "0 3 * * *"\nenabled = true\n',
      );
      daemon = await patientDaemon(home, POLICY);
      browser = await openBrowser();
      visitor = await logInWith(browser, home);
      page = visitor.page;
    }, 240_000);

    afterAll(async () => {
      await browser.close();
      await daemon.down();
      await home[Symbol.asyncDispose]();
    }, 120_000);

    it('reassures where nothing is wrong', async () => {
      await sees('Needs you', 'Nothing needs you.');
      await sees('Does the alert path work?', 'nothing has been delivered yet');
      await sees('What was told', 'A quiet time');
      await part('Harnesses')
        .getByRole('row', { name: /steady running/ })
        .waitFor();
    });

    it('shows a harness that gave up, why, what was done and what helps, as it happens', async () => {
      // How long it was up decides when it will have proven itself.
      await daemonClient({ env: home.env }).command('worker', 'start');
      await fell('worker');
      await sees('Needs you', 'Error: You must be logged in');
      await sees('Needs you', /gave up after 1 failure; it stays down/);
      await sees('Needs you', 'harness restart worker');
      await sees('Needs you', /You were told at/);
      await sees('Does the alert path work?', 'Yes: the last delivery succeeded.');
      await part('Harnesses')
        .getByRole('row', { name: /worker failed/ })
        .waitFor();
      expect(await page.title()).toMatch(/^1 need/);
    });

    it('shows that nobody was told where the hook fails', async () => {
      await fell('unheard');
      await sees('Needs you', /Not told \(error: exited with 7\)/);
      await sees(
        'Does the alert path work?',
        /No: the last delivery failed \(error: exited with 7\)/,
      );
      const order = await part('Needs you').getByRole('listitem').allTextContents();
      expect(order.map((text) => text.split(' ')[0])).toEqual(['worker', 'unheard']);
    });

    it('shows what a harness prints as text, whatever it is', async () => {
      await fell('noisy');
      await sees('Needs you', /<img src=x onerror/);
      await page.getByRole('link', { name: 'noisy' }).first().click();
      await sees('Last lines', /<script>alert\(2\)<\/script>/);
      const text = (await part('Last lines').textContent()) ?? '';
      expect([...'\u001b\u0007\u202e'].filter((one) => text.includes(one))).toEqual([]);
      expect(text).not.toContain('[31m');
      expect(await page.locator('main img, main script').count()).toBe(0);
      await page.goBack();
      await sees('Needs you', 'worker');
    });

    it('follows what a harness prints, its last lines in sight', async () => {
      await page.getByRole('link', { name: 'talker' }).first().click();
      await sees('Last lines', /started, pid/);
      await writeFile(join(home.dir, 'talk'), '');
      await sees('Last lines', /line 300/);
      expect(await page.evaluate<number>(TO_ITS_END)).toBeLessThan(5);
      await page.goBack();
      await sees('Needs you', 'noisy');
    });

    it('closes what has recovered', async () => {
      await raise('worker');
      await daemonClient({ env: home.env }).command('worker', 'restart');
      await part('Needs you').getByText('harness restart worker').waitFor({ state: 'detached' });
      await part('What was told').getByRole('cell', { name: 'recovered', exact: true }).waitFor();
      await part('Harnesses')
        .getByRole('row', { name: /worker running/ })
        .getByText('1', { exact: true })
        .waitFor();
    });

    it('shows the clock of a park', async () => {
      const resetS = Math.ceil(Date.now() / 1000) + 3600;
      claudePen(home, 'thirsty', 'session-one').refused(
        `Claude AI usage limit reached|${resetS}`,
        429,
      );
      await part('Parked')
        .getByRole('row', { name: /thirsty (59m|1h)/ })
        .waitFor();
      await part('Harnesses')
        .getByText(/released in/)
        .waitFor();
    });

    it('shows when a schedule fires next', async () => {
      await part('Scheduled')
        .getByRole('row', { name: /nightly \d+/ })
        .waitFor();
      await part('Harnesses')
        .getByRole('row', { name: /nightly stopped/ })
        .getByText(/runs in/)
        .waitFor();
    });

    it('filters what was told by harness and event', async () => {
      const told = part('What was told');
      await told.getByRole('combobox', { name: 'Harness' }).selectOption('worker');
      const rows = told.getByRole('region', { name: 'Table of notifications' }).getByRole('row');
      await expect.poll(() => rows.count(), PATIENT).toBe(3);
      await told.getByRole('combobox', { name: 'Event' }).selectOption('recovered');
      await expect.poll(() => rows.count(), PATIENT).toBe(2);
      await told.getByRole('combobox', { name: 'Harness' }).selectOption('');
      await told.getByRole('combobox', { name: 'Event' }).selectOption('');
      await told.getByLabel('Week').check();
      await expect.poll(() => rows.count(), PATIENT).toBeGreaterThan(4);
      await told.getByLabel('Day').check();
    });

    it('says times with their zone, and copies a command', async () => {
      const title = await part('Needs you').locator('time').first().getAttribute('title');
      expect(title).toContain('Europe/Berlin');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await part('Needs you').getByRole('button', { name: 'Copy harness restart unheard' }).click();
      await part('Needs you').getByText('Copied').waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
        'harness restart unheard',
      );
    });

    it('can be used with the keyboard alone', async () => {
      await page.locator('body').click({ position: { x: 1, y: 1 } });
      const names: string[] = [];
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        names.push(await page.evaluate<string>(FOCUSED));
      }
      expect(names).toContain('Copy harness restart unheard');
      expect(names).toContain('Table of harnesses');
      await page.getByRole('link', { name: 'steady' }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'steady' }).waitFor();
      await page.getByRole('link', { name: 'The board' }).click();
    });

    it.each([
      { name: 'light', options: { colorScheme: 'light' } },
      { name: 'dark', options: { colorScheme: 'dark' } },
      {
        name: 'telephone',
        options: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
      },
    ] as const)('is accessible and readable: $name', async ({ name, options }) => {
      await using other = await logInWith(browser, home, options);
      await other.page.getByText('told', { exact: true }).first().waitFor();
      expect(await findings(other.page)).toEqual([]);
      await picture(other.page, name);
      if (name === 'light') {
        await pictureForDocs(other.page);
      }
      const wider = await other.page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      );
      expect(wider).toBeLessThanOrEqual(0);
      const lane = other.page.locator('.lanes').getByText('recovered');
      expect((await lane.boundingBox())?.x).toBeGreaterThanOrEqual(0);
      await other.page.goto(`http://127.0.0.1:${home.metricsPort}/#/harness/unheard`);
      await other.page.getByRole('heading', { name: 'Last lines' }).waitFor();
      expect(await findings(other.page)).toEqual([]);
      await picture(other.page, `${name}-harness`);
      expect(other.misdeeds).toEqual([]);
    });

    it('says that it is stale in the background, where nothing is heard', async () => {
      await page.evaluate(turnedTo('hidden'));
      await expect.poll(() => page.title(), PATIENT).toMatch(/^stale/);
      await page.evaluate(turnedTo('visible'));
      await page.getByRole('status').getByText('live', { exact: true }).waitFor();
      expect(await page.title()).toMatch(/need/);
      expect(await page.title()).not.toMatch(/stale/);
    });

    it('says that what it shows is old when it gets no answer, and asks again', async () => {
      await page.route('**/v1/overview', (route) =>
        route.fulfill({ status: 500, json: { error: { message: 'see the log' } } }),
      );
      await daemonClient({ env: home.env }).command('steady', 'restart');
      await page.getByText('What is shown is old: see the log').waitFor();
      await page.unroute('**/v1/overview');
      await page.getByText('What is shown is old').waitFor({ state: 'detached' });
    });

    it('says that it is stale while the daemon is away, and goes on with the next one', async () => {
      await daemon.down();
      await page
        .getByRole('status')
        .getByText(/stale: nothing heard since/)
        .waitFor();
      await sees('Needs you', 'unheard');
      expect(await page.title()).toMatch(/^stale/);
      daemon = await patientDaemon(home, POLICY);
      await page.getByRole('status').getByText('live', { exact: true }).waitFor();
      await sees('Needs you', 'unheard');
      await raise('unheard');
      await daemonClient({ env: home.env }).command('unheard', 'restart');
      await part('Needs you').getByText('harness restart unheard').waitFor({ state: 'detached' });
    });

    it('asks to log in again when its session is over', async () => {
      await using other = await logInWith(browser, home);
      await rm(join(home.stateDir, 'harness', 'board.key'));
      await daemon.down();
      daemon = await patientDaemon(home, POLICY);
      // Before or after the restart: whoever notices first that the key is gone ends the feed.
      await other.page.getByText('This session is over.').waitFor();
    });

    it('never asked anybody else for anything, and had no fault', () => {
      expect(visitor.misdeeds).toEqual([]);
    });
  },
);
