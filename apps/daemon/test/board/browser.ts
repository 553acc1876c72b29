import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ThrowawayHome } from '@harness/testkit';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { logInLink } from './visitor.ts';

/** Debian's; undefined where there is none. */
export const CHROMIUM: string | undefined =
  spawnSync('sh', ['-c', 'command -v chromium'], {
    encoding: 'utf8',
  }).stdout.trim() || undefined;

/** Where pictures of the board go; no file of the repository. */
const PICTURES = fileURLToPath(new URL('../../test-output/board/', import.meta.url));

// A browser on a busy machine.
const PATIENT_MS = 60_000;

export function openBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: isRoot ? ['--no-sandbox'] : [],
    timeout: PATIENT_MS,
  });
}

/** A page that is logged in, and what it did that a page of the board must not. */
export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** Errors, complaints of the content security policy, and requests to anywhere else. */
  readonly misdeeds: readonly string[];
}

/** Logs a browser in to the board of a home, and waits until it is live. */
export async function logInWith(
  browser: Browser,
  home: ThrowawayHome,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(PATIENT_MS);
  const page = await context.newPage();
  const misdeeds: string[] = [];
  const origin = `http://127.0.0.1:${home.metricsPort}/`;
  page.on('pageerror', ({ message }) => misdeeds.push(message));
  page.on('dialog', (dialog) => misdeeds.push(`a dialog: ${dialog.message()}`));
  page.on('console', (said) => {
    // A daemon that is away is said on the page, and by the browser here.
    if (/Content.Security.Policy|Trusted/i.test(said.text())) {
      misdeeds.push(said.text());
    }
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) {
      misdeeds.push(`asked for ${request.url()}`);
    }
  });
  await page.goto(await logInLink(home));
  await page.getByText('live', { exact: true }).waitFor();
  return { page, misdeeds, [Symbol.asyncDispose]: () => context.close() };
}

/** What axe finds on a page, serious or critical, in words. */
export async function findings(page: Page): Promise<readonly string[]> {
  // The page's own policy lets no foreign script in; a browser's debugger may.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Takes the picture that docs/board.md shows: the top of the page, as one sees it first. */
export async function pictureForDocs(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1000, height: 1150 });
  await page.screenshot({ path: join(PICTURES, 'docs.png') });
}

/** Takes a picture of the whole page. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
