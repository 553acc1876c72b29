import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@harness/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { createLiveFeed } from '../../src/board/live-feed.ts';

const EVERY_MS = 20;

/** A feed that somebody can read over HTTP, and what it looks at. */
async function startFeed() {
  const scene = { now: 'first', looks: 0, faults: 0, fails: false, mayRead: true };
  const feed = createLiveFeed({
    hello: { version: '1' },
    look: () => {
      scene.looks += 1;
      if (scene.fails) {
        throw new Error('nothing can be seen');
      }
      return scene.now;
    },
    mayRead: () => scene.mayRead,
    onFault: () => {
      scene.faults += 1;
    },
    everyMs: EVERY_MS,
  });
  const server = createServer((request, response) => feed.join(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { scene, url: `http://127.0.0.1:${port}/` };
}

/** Reads a feed until it is ended, and gives the names of the events so far. */
async function read(url: string) {
  const hangUp = new AbortController();
  const answer = await fetch(url, { signal: hangUp.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
    }
  })().catch(() => undefined);
  return {
    ended: reading,
    events: () => [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name),
    end: async () => {
      hangUp.abort();
      await reading;
    },
  };
}

it('says hello, then what changes, and in between that it lives', async () => {
  const { scene, url } = await startFeed();
  const reader = await read(url);
  await waitFor('it lives', () => reader.events().includes('alive'));
  expect(reader.events()[0]).toBe('hello');
  scene.now = 'second';
  await waitFor(
    'the change',
    () => reader.events().filter((name) => name === 'change').length === 2,
  );
  await reader.end();
});

it('looks at nothing before somebody reads and after the last has gone', async () => {
  const { scene, url } = await startFeed();
  expect(scene.looks).toBe(0);
  const [first, second] = [await read(url), await read(url)];
  await waitFor('it looks', () => scene.looks > 3);
  await first.end();
  const before = scene.looks;
  await waitFor('it still looks for the other', () => scene.looks > before + 3);
  await second.end();
  // When the connection's end has come, no look follows.
  let last = -1;
  await waitFor(
    'it looks no more',
    () => {
      const isSame = scene.looks === last;
      last = scene.looks;
      return isSame;
    },
    { everyMs: 10 * EVERY_MS },
  );
});

it('goes on when it could not look once', async () => {
  const { scene, url } = await startFeed();
  const reader = await read(url);
  scene.fails = true;
  await waitFor('a look fails', () => scene.faults > 0);
  scene.fails = false;
  scene.now = 'after it';
  await waitFor(
    'the change',
    () => reader.events().filter((name) => name === 'change').length === 2,
  );
  await reader.end();
});

it('ends when its reader may read no more, and looks at nothing then', async () => {
  const { scene, url } = await startFeed();
  const reader = await read(url);
  await waitFor('it looks', () => scene.looks > 1);
  scene.mayRead = false;
  await reader.ended;
  const { looks } = scene;
  scene.mayRead = true;
  const next = await read(url);
  await waitFor('the next one is told', () => next.events().includes('change'));
  // Only the next one has been looked for.
  expect(scene.looks).toBeLessThanOrEqual(looks + 3);
  await next.end();
});

it('lets the one that has read longest go when 32 read already, and tells the newest', async () => {
  const { scene, url } = await startFeed();
  const first = await read(url);
  const others = await Promise.all(Array.from({ length: 31 }, () => read(url)));
  const newest = await read(url);
  await first.ended;
  scene.now = 'second';
  await waitFor('they are told', () =>
    [...others, newest].every((reader) => reader.events().includes('change')),
  );
  await Promise.all([...others, newest].map((reader) => reader.end()));
});
