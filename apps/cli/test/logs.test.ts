import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { type Answer, fakeDaemon, UNKNOWN } from './fake-daemon.ts';
import { ended, harness, started, throwaway } from './home.ts';

const lines =
  (text: string): Answer =>
  (response) =>
    response.end(text);

it('prints the last 200 lines as they are, or as many as asked for', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/harnesses/a/logs?lines=200': lines('one\ntwo ☕\n'),
    'GET /v1/harnesses/a/logs?lines=0': lines(''),
  });
  expect(await harness(home, ['logs', 'a'])).toMatchObject({ code: 0, out: 'one\ntwo ☕\n' });
  expect(await harness(home, ['logs', 'a', '-n', '0'])).toMatchObject({ code: 0, out: '' });
});

it('gives JSON: one object, and with --follow one a line', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/harnesses/a/logs?lines=200': lines('one\ntwo'),
    'GET /v1/harnesses/a/logs?follow=1&lines=10': lines('one\ntwo'),
  });
  const whole = await harness(home, ['logs', 'a', '--json']);
  expect(JSON.parse(whole.out)).toEqual({ harness: 'a', lines: ['one', 'two'] });
  const each = await harness(home, ['logs', 'a', '--json', '--follow']);
  expect(each.out).toBe('{"line":"one"}\n{"line":"two"}\n');
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'follows from the last 10 lines until %s, and ends well',
  async (signal) => {
    const home = throwaway();
    let log: ServerResponse | undefined;
    await fakeDaemon(home, {
      'GET /v1/harnesses/a/logs?follow=1&lines=10': (response) => {
        log = response;
        // The character's bytes come in two chunks.
        response.write(Buffer.from('old caf\u00c3', 'latin1'));
      },
    });
    const child = started(home, ['logs', 'a', '--follow']);
    const end = ended(child);
    await once(child.stdout ?? child, 'data');
    const next = once(child.stdout ?? child, 'data');
    log?.write(Buffer.from('\u00a9\nnew\n', 'latin1'));
    await next;
    child.kill(signal);
    expect(await end).toMatchObject({ code: 0, out: 'old café\nnew\n', err: '' });
  },
);

it('ends quietly when its reader goes away', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/harnesses/a/logs?follow=1&lines=10': (response) => {
      const timer = setInterval(() => response.write('line\n'.repeat(1000)), 5);
      response.on('close', () => clearInterval(timer));
    },
  });
  const child = started(home, ['logs', 'a', '--follow']);
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += String(chunk);
  });
  await once(child.stdout ?? child, 'data');
  child.stdout?.destroy();
  const [code] = await once(child, 'exit');
  expect([code, err]).toEqual([0, '']);
});

it('says that the daemon went away in the middle, and exits 1', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/harnesses/a/logs?follow=1&lines=10': (response) => {
      response.write('one\n');
      setTimeout(() => response.destroy(), 50);
    },
  });
  const { code, out, err } = await harness(home, ['logs', 'a', '-f']);
  expect([code, out]).toEqual([1, 'one\n']);
  expect(err).toContain('ended in the middle');
});

it('says on stderr how many values are masked, however they arrive', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/harnesses/a/logs?lines=200': (response) => {
      response.write('x [REDACTED] y [REDA');
      setTimeout(() => response.end('CTED]\n[REDACTED: line withheld]\n'), 50);
    },
    'GET /v1/harnesses/b/logs?lines=200': lines('[REDACTED]\n'),
  });
  const { out, err } = await harness(home, ['logs', 'a']);
  expect(out).toBe('x [REDACTED] y [REDACTED]\n[REDACTED: line withheld]\n');
  expect(err).toBe('harness: 3 values are masked: what is masked was never written down\n');
  const one = await harness(home, ['logs', 'b', '--json']);
  expect(JSON.parse(one.out)).toEqual({ harness: 'b', lines: ['[REDACTED]'] });
  expect(one.err).toContain('1 value is masked');
});

it('suggests near names', async () => {
  const home = throwaway();
  await fakeDaemon(home, { 'GET /v1/harnesses/wroker/logs?lines=200': UNKNOWN });
  const { code, err } = await harness(home, ['logs', 'wroker']);
  expect([code, err]).toEqual([1, 'harness: no harness `wroker`: did you mean worker?\n']);
});
