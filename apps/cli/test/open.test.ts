import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@harness/testkit';
import { expect, it } from 'vitest';
import { fakeDaemon, STATUS } from './fake-daemon.ts';
import { harness, program, throwaway } from './home.ts';

const URL_OF_BOARD = 'http://127.0.0.1:10229/log-in/one-time-token';
const LINK = [200, { url: URL_OF_BOARD, expiresAt: '2026-09-25T20:17:16Z' }] as const;

it('open: prints the link, and as JSON with the time at which it is over', async () => {
  const home = throwaway();
  await fakeDaemon(home, { 'POST /v1/board-links': LINK });
  const { code, out } = await harness(home, ['open']);
  expect({ code, out }).toEqual({ code: 0, out: `${URL_OF_BOARD}\n` });
  const asJson = await harness(home, ['open', '--json']);
  expect(JSON.parse(asJson.out)).toEqual({ url: URL_OF_BOARD, expires_at: '2026-09-25T20:17:16Z' });
});

it('open: gives the browser a private file that leads to the link, so that no argument shows the token', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'POST /v1/board-links': LINK,
    'GET /v1/status': [200, { ...STATUS, stateFolder: home.folder }],
  });
  const seen = join(home.folder, 'seen');
  const browser = program(home, 'browser', `echo "$1" >${seen}~; mv ${seen}~ ${seen}`);
  await harness(home, ['open'], { BROWSER: browser });
  const shown = await waitFor('the browser is asked', () => read(seen));
  expect(shown).not.toContain('one-time-token');
  const file = fileURLToPath(shown.trim());
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(`url=${URL_OF_BOARD}`);
});

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

it('open: says in one line why there is no board, and exits with 1', async () => {
  const home = throwaway();
  const error = { code: 'board_off', message: 'the board is off: [server] board = false' };
  await fakeDaemon(home, { 'POST /v1/board-links': [412, { error }] });
  const { code, out, err } = await harness(home, ['open']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('the board is off');
});
