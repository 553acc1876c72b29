import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { keepSocket } from '../../src/api/keep-socket.ts';
import { bindPrivately } from '../../src/api/private-socket.ts';
import { createRounds } from '../../src/rounds.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    cleanup();
  }
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sock-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newServer(text = 'hello'): Server {
  const server = createServer((_, response) => response.end(text));
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

function ask(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ socketPath: path, path: '/', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', reject);
  });
}

it('makes a socket of mode 0600 and leaves nothing else in the folder', async () => {
  const folder = newFolder();
  const path = join(folder, 'h.sock');
  await bindPrivately(newServer(), path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['h.sock']);
  expect(await ask(path)).toBe('hello');
});

it('replaces a stale socket and refuses a live one', async () => {
  const path = join(newFolder(), 'h.sock');
  const first = newServer('first');
  await bindPrivately(first, path);
  await expect(bindPrivately(newServer(), path)).rejects.toThrow('another daemon listens');
  expect(await ask(path)).toBe('first');
  first.close();
  await waitFor('it is closed', () => !first.listening);
  await bindPrivately(newServer('second'), path);
  expect(await ask(path)).toBe('second');
});

it('leaves a file that is no socket alone, at the start and at the end', async () => {
  const path = join(newFolder(), 'h.sock');
  writeFileSync(path, 'mine');
  await expect(bindPrivately(newServer(), path)).rejects.toThrow('is not a socket');
  rmSync(path);
  const bound = await bindPrivately(newServer(), path);
  renameSync(path, `${path}.old`);
  writeFileSync(path, 'mine');
  bound.remove();
  expect(lstatSync(path).isFile()).toBe(true);
});

it('refuses a folder that others may write to', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o777);
  await expect(bindPrivately(newServer(), join(folder, 'h.sock'))).rejects.toThrow(
    'others may write',
  );
});

it('binds a socket that vanished again', async () => {
  const path = join(newFolder(), 'h.sock');
  const troubles: string[] = [];
  const kept = await keepSocket({
    path,
    makeServer: () => newServer(),
    onTrouble: (problem) => troubles.push(problem),
    often: createRounds(10, () => undefined).every(1),
  });
  rmSync(path);
  await waitFor('it is back', () => troubles.length > 0);
  expect(await ask(path)).toBe('hello');
  expect(troubles[0]).toContain('bound again');
  kept.close();
  expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
});
