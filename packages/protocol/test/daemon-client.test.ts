import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  callDaemon,
  DaemonDown,
  DaemonError,
  daemonClient,
  PATHS,
  writeEndpoint,
} from '@harness/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { processStartTime } from '../src/process-identity.ts';
import { answering, json, throwawayFolder } from './answering-server.ts';

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => new Error(`answered: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

function place(more: { graceMs?: number; startingMs?: number } = {}) {
  const folder = throwawayFolder();
  const socket = join(folder, 'd.sock');
  const env = { XDG_STATE_HOME: folder, XDG_RUNTIME_DIR: folder };
  return { folder, socket, env, client: daemonClient({ env, socket, graceMs: 0, ...more }) };
}

it('sends each call to its path, with the version of the protocol, and unwraps the answer', async () => {
  const { socket, client } = place();
  const seen = await answering(socket, (response) =>
    json(response, {
      harnesses: [1],
      harness: 2,
      changed: 3,
      checks: [4],
      test: 5,
      pid: 6,
    }),
  );
  const answers = [
    await client.status(),
    await client.harnesses(),
    await client.harness('web/api'),
    await client.command('web/api', 'restart'),
    await client.reload(),
    await client.doctor(),
    await client.notifyTest({ insideDelivery: 'x' }),
    await client.shutdown(),
  ];
  expect(answers[1]).toMatchObject({ harnesses: [1] });
  expect(answers.slice(2)).toEqual([2, 2, 3, [4], 5, undefined]);
  expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    'GET /v1/status ',
    'GET /v1/harnesses ',
    'GET /v1/harnesses/web%2Fapi ',
    'POST /v1/harnesses/web%2Fapi/restart {}',
    'POST /v1/reload {}',
    'GET /v1/doctor ',
    'POST /v1/notify-test {"insideDelivery":"x"}',
    'POST /v1/shutdown {}',
  ]);
  expect(new Set(seen.map(({ headers }) => headers['x-harness-protocol']))).toEqual(new Set(['1']));
});

it('gives a log as a stream that goes on until it is destroyed', async () => {
  const { socket, client } = place();
  const seen = await answering(socket, (response) => {
    response.writeHead(200, { 'x-harness-protocol': '1' });
    response.write('one\n');
  });
  const log = await client.logs('a', { lines: 10, follow: true });
  const [chunk] = await once(log, 'data');
  log.destroy();
  expect(String(chunk)).toBe('one\n');
  expect(seen[0]?.url).toBe('/v1/harnesses/a/logs?follow=1&lines=10');
});

it('throws what the daemon refuses, with its code, hint, near names and problems', async () => {
  const { socket, client } = place();
  const error = {
    code: 'unknown_harness',
    message: 'no harness `wroker`',
    hint: 'see `harness list`',
    suggestions: ['worker'],
    problems: ['p'],
  };
  await answering(socket, (response) => json(response, { error }, 404));
  const caught = await rejection(client.harness('wroker'));
  expect(caught).toBeInstanceOf(DaemonError);
  expect(caught).toMatchObject({ ...error, status: 404 });
});

it.each([
  ['no JSON', 500, '<html>', 'bad_answer'],
  ['an empty error', 503, '{}', 'bad_answer'],
  ['a good status and no JSON', 200, 'hello', 'bad_answer'],
])('names an answer that cannot be read: %s', async (_what, status, body, code) => {
  const { socket, client } = place();
  await answering(socket, (response) => response.writeHead(status).end(body));
  expect(await rejection(client.status())).toMatchObject({ name: 'DaemonError', code, status });
});

it('refuses a daemon of another protocol version before it reads the answer', async () => {
  const { socket, client } = place();
  await answering(socket, (response) => json(response, { pid: 1 }, 200, '2'));
  expect(await rejection(client.status())).toMatchObject({
    code: 'protocol_mismatch',
    message: expect.stringContaining('version 2'),
    hint: expect.stringContaining('restart the daemon'),
  });
});

it('says in one line that the daemon is down, which socket it tried, and how to start it', async () => {
  const { socket, client } = place();
  const caught = await rejection(client.status());
  expect(caught).toBeInstanceOf(DaemonDown);
  expect(caught).toMatchObject({ reason: 'absent', socket, alive: false });
  expect(caught).toMatchObject({
    message: `the daemon is not running (nobody listens on ${socket})`,
    hint: 'start it with `harness daemon`',
  });
});

it('takes a socket that a dead daemon left behind, and a plain file there, for a daemon that is down', async () => {
  const { socket, client } = place();
  const child = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => console.log('up'))`,
  ]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await rejection(client.status())).toMatchObject({ reason: 'refused' });

  const other = place();
  writeFileSync(other.socket, '');
  expect(await rejection(other.client.status())).toMatchObject({ reason: 'refused' });
});

it('waits for a socket that comes late while the recorded daemon is alive', async () => {
  const { socket, folder, env } = place();
  const record = { pid: process.pid, startTime: processStartTime(process.pid) ?? '' };
  const socketless = daemonClient({ env, graceMs: 0, startingMs: 10_000 });
  writeEndpoint(join(folder, 'harness'), { ...record, socket, startedAt: 'x', version: '1' });
  const answer = socketless.status();
  const late = setTimeout(() => answering(socket, (response) => json(response, { pid: 7 })), 150);
  onTestFinished(() => clearTimeout(late));
  expect(await answer).toEqual({ pid: 7 });
});

it('says that a daemon is starting when its socket does not come in time', async () => {
  const { socket, folder, env } = place();
  const record = { pid: process.pid, startTime: processStartTime(process.pid) ?? '' };
  writeEndpoint(join(folder, 'harness'), { ...record, socket, startedAt: 'x', version: '1' });
  const caught = await rejection(daemonClient({ env, startingMs: 60 }).status());
  expect(caught).toMatchObject({ alive: true, message: expect.stringContaining('is starting') });
});

it('asks again while the daemon answers that it is starting', async () => {
  const { socket, client } = place({ startingMs: 10_000 });
  const seen = await answering(socket, (response, _seen, count) =>
    count < 3
      ? json(response, { error: { code: 'starting', message: 'not yet' } }, 503)
      : json(response, { pid: 8 }),
  );
  expect(await client.status()).toEqual({ pid: 8 });
  expect(seen).toHaveLength(3);
});

it('never sends a request twice once it was taken: a daemon that dies in the middle is told as that', async () => {
  const { socket, client } = place({ graceMs: 10_000, startingMs: 10_000 });
  let connections = 0;
  const server = createServer((connection) => {
    connections += 1;
    connection.once('data', () => connection.destroy());
  }).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  expect(await rejection(client.command('a', 'restart'))).toMatchObject({ reason: 'cut' });
  expect(connections).toBe(1);
});

it('tells an answer that breaks off from one that is whole', async () => {
  const { socket, client } = place();
  const server = createServer((connection) => {
    connection.once('data', () =>
      connection.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"harnesses":[]}'),
    );
  }).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  expect(await rejection(client.harnesses())).toMatchObject({ reason: 'cut' });
});

it.each([
  ['a whole answer', 'HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n{"a":1}', { a: 1 }],
  ['a banner', 'SSH-2.0-x\r\n', { code: 'bad_answer' }],
  ['a head that never ends', 'HTTP/1.1 200 OK\r\nx: y', { reason: 'silent' }],
])(
  'does not wait for the end of a connection that stays open behind %s',
  async (_what, text, expected) => {
    const { socket, env } = place();
    const open: Socket[] = [];
    const server = createServer((connection) => {
      open.push(connection);
      connection.on('error', () => undefined).once('data', () => connection.write(text));
    }).listen(socket);
    await once(server, 'listening');
    onTestFinished(() => {
      for (const connection of open) {
        connection.destroy();
      }
      server.close();
    });
    const ask = { method: 'GET', path: PATHS.status, timeoutMs: 300 } as const;
    const said = await callDaemon({ env, socket }, ask).catch((error: unknown) => error);
    expect(said).toMatchObject(expected);
  },
);

it.each([
  ['what is not HTTP at all', 'hello\r\n\r\n', { name: 'DaemonError', code: 'bad_answer' }],
  ['a head without an end', 'HTTP/1.1 200 OK\r\nx: y\r\n', { name: 'DaemonDown', reason: 'cut' }],
  ['nothing', '', { name: 'DaemonDown', reason: 'cut' }],
])('names %s', async (_what, answer, expected) => {
  const { socket, client } = place();
  await sending(socket, [answer]);
  expect(await rejection(client.status())).toMatchObject(expected);
});

it('reads an answer that comes byte by byte, letters of several bytes too', async () => {
  const { socket, client } = place();
  const body = Buffer.from('{"harness":"für dich ✓"}');
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nX-Harness-Protocol: 1\r\n\r\n`;
  await sending(
    socket,
    [...Buffer.concat([Buffer.from(head), body])].map((byte) => Buffer.of(byte)),
  );
  expect(await client.harness('a')).toBe('für dich ✓');
});

it('hears a refusal of what the daemon has not read to its end', async () => {
  const { socket, env } = place();
  const refusal = JSON.stringify({ error: { code: 'too_large', message: 'no' } });
  const server = createServer((connection) => {
    connection.once('data', () => {
      connection.pause();
      connection.write(
        `HTTP/1.1 413 No\r\ncontent-length: ${refusal.length}\r\n\r\n${refusal}`,
        () => connection.destroy(),
      );
    });
  }).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const body = { text: 'x'.repeat(10_000_000) };
  const ask = { method: 'POST', path: PATHS.up, timeoutMs: 10_000, body } as const;
  expect(await rejection(callDaemon({ env, socket }, ask))).toMatchObject({ code: 'too_large' });
});

it('gives up on a daemon that takes the request and says nothing', async () => {
  const { socket, env } = place();
  const server = createServer(() => undefined).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const ask = { method: 'GET', path: PATHS.status, timeoutMs: 50 } as const;
  expect(await rejection(callDaemon({ env, socket }, ask))).toMatchObject({ reason: 'silent' });
});

/** Sends these bytes to whoever asks, and hangs up. */
async function sending(socket: string, parts: readonly (string | Uint8Array)[]): Promise<void> {
  const server = createServer((connection) => {
    connection.setNoDelay(true);
    connection.once('data', async () => {
      for (const part of parts) {
        await new Promise((resolve) => connection.write(part, resolve));
      }
      connection.end();
    });
  }).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
}

it('refuses a socket path that the system would cut, and says how long it may be', async () => {
  const socket = `/tmp/${'x'.repeat(120)}/harness.sock`;
  const caught = await rejection(daemonClient({ env: {}, socket }).status());
  expect(caught).toMatchObject({
    reason: 'unusable',
    message: expect.stringMatching(/\b107\b|\b103\b/),
  });
});

it('speaks what any HTTP client on a Unix socket understands', async () => {
  const { socket } = place();
  await answering(socket, (response) => json(response, { pid: 9 }));
  const raw = connect(socket);
  raw.write(`GET ${PATHS.status} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of raw) {
    text += String(chunk);
  }
  expect(text).toContain('{"pid":9}');
});
