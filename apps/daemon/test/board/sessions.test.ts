import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keptKey } from '../../src/board/kept-key.ts';
import { createSessions } from '../../src/board/sessions.ts';

const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function newKeyFile(): string {
  files += 1;
  return join(folder, `key-${files}`);
}

const DAY_MS = 86_400_000;

function request(headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  const made = new IncomingMessage(new Socket());
  Object.assign(made.headers, { host: '127.0.0.1:10229', ...headers });
  return made;
}

function cookieOf(header: string): string {
  return header.split(';')[0] ?? '';
}

it('knows a session again after a restart of the daemon, for a week', () => {
  const file = newKeyFile();
  const cookie = cookieOf(createSessions(keptKey(file), () => 0).begin(request()));
  const at = (nowMs: number): boolean =>
    createSessions(keptKey(file), () => nowMs).has(request({ cookie: `other=1; ${cookie}` }));
  expect(at(7 * DAY_MS - 1)).toBe(true);
  expect(at(7 * DAY_MS)).toBe(false);
});

it('gives a cookie that no script sees and no other site sends', () => {
  const sessions = createSessions(keptKey(newKeyFile()), () => 0);
  const header = sessions.begin(request());
  expect(header).toMatch(/^harness_board_10229=/);
  expect(header.split('; ').slice(1)).toEqual([
    'Path=/',
    'Max-Age=604800',
    'HttpOnly',
    'SameSite=Strict',
  ]);
  expect(sessions.begin(request({ 'x-forwarded-proto': 'https' }))).toContain('; Secure');
});

it('keeps the key where only its user reads it, and makes another when it is gone', () => {
  const file = newKeyFile();
  const sessions = createSessions(keptKey(file), () => 0);
  const cookie = cookieOf(sessions.begin(request()));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, 'utf8');
  rmSync(file);
  expect(sessions.has(request({ cookie }))).toBe(false);
  expect(readFileSync(file, 'utf8')).not.toBe(before);
});

it('begins sessions also where no key can be kept', () => {
  const sessions = createSessions(keptKey(join(folder, 'no-such-folder', 'key')), () => 0);
  const cookie = cookieOf(sessions.begin(request()));
  expect(sessions.has(request({ cookie }))).toBe(true);
});

it.each([
  ['no cookie', () => ''],
  ['an empty one', () => 'harness_board_10229='],
  ['a later end', (cookie: string) => cookie.replace(/=(\d+)/, '=9$1')],
  ['another signature', (cookie: string) => cookie.replace(/[^.]+$/, 'A'.repeat(43))],
  ['a shorter signature', (cookie: string) => cookie.slice(0, -2)],
  ['the cookie of another port', (cookie: string) => cookie.replace('10229', '10230')],
])('knows nobody by %s', (_, forge) => {
  const sessions = createSessions(keptKey(newKeyFile()), () => 0);
  const cookie = cookieOf(sessions.begin(request()));
  expect(sessions.has(request({ cookie }))).toBe(true);
  expect(sessions.has(request({ cookie: forge(cookie) }))).toBe(false);
});

it('takes no key that is too short to be one', () => {
  const file = newKeyFile();
  writeFileSync(file, 'c2hvcnQ\n');
  createSessions(keptKey(file), () => 0).begin(request());
  expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')).toHaveLength(32);
});
