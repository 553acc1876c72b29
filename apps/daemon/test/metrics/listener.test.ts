import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { createListener } from '../../src/metrics/listener.ts';

const folder = mkdtempSync(join(tmpdir(), 'listener-'));
const listeners: ReturnType<typeof createListener>[] = [];
afterEach(() => {
  for (const listener of listeners.splice(0)) {
    listener.close();
  }
  rmSync(join(folder, 'token'), { force: true });
});

function newListener(): ReturnType<typeof createListener> {
  const listener = createListener(
    () => Promise.resolve({ contentType: 'text/plain', text: 'up 1\n' }),
    (_, response) => response.writeHead(404).end(),
  );
  listeners.push(listener);
  return listener;
}

const HOST = '127.0.0.1';

it('serves the metrics and a sign of life, and hands on what else is looked at', async () => {
  const port = await freePort();
  await newListener().move({ host: HOST, port });
  const status = async (path: string, method = 'GET'): Promise<number> =>
    (await fetch(`http://${HOST}:${port}${path}`, { method })).status;
  expect(await (await fetch(`http://${HOST}:${port}/metrics`)).text()).toBe('up 1\n');
  expect(await status('/healthz')).toBe(200);
  expect(await status('/other')).toBe(404);
  expect(await status('/metrics', 'POST')).toBe(405);
});

it('asks for the token where there is one', async () => {
  const port = await freePort();
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'a-long-token\n');
  await newListener().move({ host: HOST, port, tokenFile });
  const status = async (authorization?: string): Promise<number> => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await fetch(`http://${HOST}:${port}/metrics`, { headers })).status;
  };
  expect(await status()).toBe(401);
  expect(await status('Bearer wrong')).toBe(401);
  expect(await status('Bearer a-long-token')).toBe(200);
});

it('says that a port is taken, and moves to another when it is told to', async () => {
  const [taken, free] = [await freePort(), await freePort()];
  await newListener().move({ host: HOST, port: taken });
  const listener = newListener();
  expect(await listener.move({ host: HOST, port: taken })).toEqual({
    kind: 'failed',
    address: `${HOST}:${taken}`,
    reason: 'the port is taken',
  });
  expect(await listener.move({ host: HOST, port: free })).toMatchObject({ kind: 'listening' });
  expect(await listener.move(undefined)).toEqual({ kind: 'off' });
  await expect(fetch(`http://${HOST}:${free}/metrics`)).rejects.toThrow();
});

it.each(['', ' \n'])('does not listen with a token file that holds %j', async (content) => {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, content);
  const state = await newListener().move({ host: HOST, port: await freePort(), tokenFile });
  expect(state).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no token') });
});
