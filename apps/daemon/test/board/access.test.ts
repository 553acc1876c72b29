import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { daemonClient } from '@harness/protocol';
import { harness, type ThrowawayHome, throwawayHome, waitFor, writeConfig } from '@harness/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shell } from '../system/quick.ts';
import { buildPage } from './built-page.ts';
import { logIn, logInLink, patientDaemon, visit } from './visitor.ts';

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

let home: ThrowawayHome;
let daemon: Awaited<ReturnType<typeof patientDaemon>>;
let session: { readonly cookie: string };

beforeAll(async () => {
  buildPage();
  home = await throwawayHome();
  const argv = `argv = ["/bin/sh", "-c", "exec sleep 600", "--token=${SECRET}"]`;
  await writeConfig(home, `[harness.a]\nharness = "command"\n${argv}\nenabled = true\n`);
  daemon = await patientDaemon(home);
  session = await logIn(home);
});

afterAll(async () => {
  await daemon.down();
  await home[Symbol.asyncDispose]();
});

describe('who is not logged in', () => {
  it.each([
    '/',
    '/assets/index.js',
    '/v1/overview',
    '/v1/events',
    '/v1/harnesses/a/logs',
    '/nothing',
  ])('sees nothing at %s but how to log in', async (path) => {
    const { status, text } = await visit(home, path);
    expect(status).toBe(401);
    expect(text).toContain('harness open');
    expect(text).not.toContain('sleep 600');
  });

  it('finds the metrics and the sign of life as they were', async () => {
    expect((await visit(home, '/healthz')).text).toBe('ok\n');
    expect((await visit(home, '/metrics')).text).toContain('harness_state{');
  });
});

describe('a log-in link', () => {
  it('logs in once, and a look ahead does not use it up', async () => {
    const { pathname } = new URL(await logInLink(home));
    expect((await visit(home, pathname, { method: 'HEAD' })).headers['set-cookie']).toBeUndefined();
    const first = await visit(home, pathname);
    expect(first.status).toBe(200);
    expect(String(first.headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict');
    const second = await visit(home, pathname);
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('is of no use when it is guessed', async () => {
    expect((await visit(home, `/log-in/${'A'.repeat(43)}`)).status).toBe(403);
  });
});

describe('who is logged in', () => {
  it('gets the page and its files, each with every protection', async () => {
    const page = await visit(home, '/', { headers: session });
    expect(page.status).toBe(200);
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) =>
      String(path),
    );
    expect(files.length).toBe(3);
    for (const path of ['/', ...files]) {
      const { status, headers } = await visit(home, path, { headers: session });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe(
        path === '/' ? 'no-store' : 'private, max-age=31536000, immutable',
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; /,
      );
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:|data:|nonce|sha\d/);
    }
  });

  it('gets a file compressed only where it was asked for so', async () => {
    const packed = await visit(home, '/', { headers: { ...session, 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect((await visit(home, '/', { headers: session })).text).toContain('<!doctype html>');
  });

  it('reads what the command line reads', async () => {
    const { text } = await visit(home, '/v1/harnesses', { headers: session });
    const { out } = await harness(home, ['list', '--json']);
    const onBoard: { harnesses: unknown } = JSON.parse(text);
    const listed: { harnesses: unknown } = JSON.parse(out);
    expect(onBoard.harnesses).toEqual(listed.harnesses);
  });

  it('sees no secret, also none of the configuration', async () => {
    const { text } = await visit(home, '/v1/harnesses/a', { headers: session });
    expect(text).toContain('sleep 600');
    expect(text).not.toContain(SECRET);
  });

  it.each([
    '/v1/doctor',
    '/v1/harnesses/a/logs?follow=1',
    '/v1/harnesses/a/start',
    '/v1/board-links',
    '/v1/nothing',
  ])('finds nothing at %s', async (path) => {
    expect((await visit(home, path, { headers: session })).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('may not %s', async (method) => {
    const { status, headers } = await visit(home, '/v1/harnesses/a/stop', {
      method,
      headers: session,
    });
    expect(status).toBe(405);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is told what is wrong with a query', async () => {
    const { status, text } = await visit(home, '/v1/notifications?lines=x', { headers: session });
    expect(status).toBe(400);
    expect(text).toContain('whole number');
  });

  it('is still logged in after a restart of the daemon', async () => {
    await daemon.down();
    daemon = await patientDaemon(home);
    expect((await visit(home, '/v1/status', { headers: session })).status).toBe(200);
  });
});

describe('who follows it', () => {
  it('hears no more when the session is over', async () => {
    await using other = await throwawayHome();
    await writeConfig(other, '');
    await using _daemon = await patientDaemon(other);
    const headers = await logIn(other);
    const heard = visit(other, '/v1/events', { headers });
    expect((await visit(other, '/v1/status', { headers })).status).toBe(200);
    await rm(join(other.stateDir, 'harness', 'board.key'));
    expect((await heard).text).toMatch(/^event: hello\n/);
    expect((await visit(other, '/v1/events', { headers })).status).toBe(401);
  });
});

describe('behind a proxy', () => {
  it.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-proto': 'http' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'http, https' },
  ])('is refused where the browser came without TLS: %o', async (headers) => {
    const { status, text } = await visit(home, '/v1/status', {
      headers: { ...session, ...headers },
    });
    expect({ status, text }).toEqual({ status: 403, text: expect.stringContaining('TLS') });
  });

  it.each(['https', 'https, http'])(
    'is answered where it came by TLS (%s), with a cookie for TLS alone',
    async (proto) => {
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': proto };
      const { pathname } = new URL(await logInLink(home));
      const { status, headers: said } = await visit(home, pathname, { headers });
      expect(status).toBe(200);
      expect(String(said['set-cookie'])).toMatch(/; Secure$/);
    },
  );
});

describe('a request that no page of the board sent', () => {
  it.each([
    ['a name that was made to lead here', { host: 'evil.example' }],
    ['such a name with the port', { host: 'evil.example:10229' }],
    ['a name that only begins well', { host: '127.0.0.1.evil.example' }],
    ['a name of the network', { host: 'my-host' }],
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a page that hides its origin', { origin: 'null' }],
    [
      'another site, as the browser says',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ],
    [
      'another port, as the browser says',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ],
  ])('is refused: %s', async (_, headers: Readonly<Record<string, string>>) => {
    const { status, headers: said } = await visit(home, '/v1/status', {
      headers: { ...session, ...headers },
    });
    expect(status).toBe(403);
    expect(said['access-control-allow-origin']).toBeUndefined();
  });

  it('is answered where it names this machine', async () => {
    for (const host of [`localhost:${home.metricsPort}`, `[::1]:${home.metricsPort}`]) {
      expect((await visit(home, '/v1/status', { headers: { ...session, host } })).status).toBe(200);
    }
  });
});

describe('the configuration', () => {
  it('turns the board off and on again, and the metrics stay', async () => {
    await using other = await throwawayHome();
    const write = (board: boolean): Promise<void> =>
      writeFile(
        other.configFile,
        `[server]\nmetrics_listen = "127.0.0.1:${other.metricsPort}"\nboard = ${board}\n${shell('a', 'exec sleep 600')}`,
      );
    await write(false);
    await using _daemon = await patientDaemon(other);
    expect((await visit(other, '/')).status).toBe(404);
    expect((await visit(other, '/metrics')).status).toBe(200);
    const refused = await harness(other, ['open']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('[server] board = false');
    expect(existsSync(join(other.stateDir, 'harness', 'board.key'))).toBe(false);
    await write(true);
    await daemonClient({ env: other.env }).reload();
    await waitFor('it is on', async () => (await visit(other, '/')).status === 401);
  });

  it.skipIf(ownAddress() === undefined)('serves nobody beyond loopback, and says so', async () => {
    const address = ownAddress() ?? '';
    await using other = await throwawayHome();
    const token = join(other.dir, 'token');
    await writeFile(token, 'a-long-token\n');
    const listen = (host: string): Promise<void> =>
      writeFile(
        other.configFile,
        `[server]\nmetrics_listen = "${host}:${other.metricsPort}"\nmetrics_token_file = "${token}"\n`,
      );
    await listen('0.0.0.0');
    await using _daemon = await patientDaemon(other);
    const mine = await logIn(other);
    const host = `127.0.0.1:${other.metricsPort}`;
    expect((await visit(other, '/v1/status', { headers: mine })).status).toBe(200);
    const outside = await visit(other, '/v1/status', { headers: { ...mine, host }, host: address });
    expect(outside).toMatchObject({ status: 403, text: expect.stringContaining('loopback only') });
    await listen(address);
    const client = daemonClient({ env: other.env });
    await client.reload();
    await expect(client.boardLink()).rejects.toThrow('is not loopback');
    expect((await client.doctor()).find(({ check }) => check === 'board')).toMatchObject({
      status: 'off',
      detail: expect.stringContaining('is not loopback'),
    });
  });
});

/** An address of this machine that is not loopback. */
function ownAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
