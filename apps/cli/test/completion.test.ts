import { NOTIFIED_EVENTS } from '@harness/notify-core';
import { expect, it } from 'vitest';
import { valueSource } from '../src/completion/value-source.ts';
import { SHARED_OPTIONS, VERBS } from '../src/verb-table.ts';
import { fakeDaemon, view } from './fake-daemon.ts';
import { type Home, harness, throwaway } from './home.ts';

async function offered(home: Home, ...words: string[]): Promise<readonly string[]> {
  const { code, out, err } = await harness(home, ['complete', '--', ...words]);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
}

it.each([
  { typed: ['re'], words: ['reload', 'restart'] },
  { typed: ['compl'], words: ['completion'] },
  { typed: ['notify', ''], words: ['example', 'history', 'try', 'why'] },
  { typed: ['daemon', 's'], words: ['status', 'stop'] },
  { typed: ['--socket', '/s', 'not'], words: ['notify'] },
  { typed: ['--socket', ''], words: [':files'] },
  { typed: ['list', ''], words: [] },
  { typed: ['notify', 'example', 'lo'], words: ['loop_stopped'] },
  { typed: ['notify', 'try', ''], words: [...NOTIFIED_EVENTS] },
  { typed: ['notify', 'history', '--event', 'fa'], words: ['failed'] },
  { typed: ['notify', 'history', '--event=fa'], words: ['--event=failed'] },
  { typed: ['notify', 'history', '--event', '=', 'fa'], words: ['failed'] },
  { typed: ['notify', 'history', '--result', '='], words: expect.arrayContaining(['unwanted']) },
  { typed: ['notify', 'history', '-n', ''], words: [] },
  { typed: ['logs', 'a', '--f'], words: ['--follow'] },
  { typed: ['logs', '--follow', 'a', '--f'], words: [] },
  { typed: ['list', '--jsno'], words: [] },
  { typed: ['run', '--', '--f'], words: [':commands'] },
  { typed: ['run', '--', 'make', ''], words: [':files'] },
  { typed: ['config', 'check', ''], words: [':files'] },
  { typed: ['up', ''], words: [':folders'] },
  { typed: ['completion', ''], words: ['bash', 'zsh', 'fish'] },
  { typed: ['service', 'install', '--keeper', ''], words: ['systemd', 'launchd'] },
  { typed: ['help', 'loop'], words: ['loop_stopped'] },
  { typed: ['nonsense', 'more', ''], words: [] },
])('offers $words behind `harness $typed`', async ({ typed, words }) => {
  expect(await offered(throwaway(), ...typed)).toEqual(words);
});

it('offers the options of a verb and those of every verb', async () => {
  const words = await offered(throwaway(), 'logs', '--');
  expect(words).toEqual(
    ['lines', 'follow', 'run', 'screen', 'json', 'socket', 'config', 'help'].map(
      (name) => `--${name}`,
    ),
  );
});

it('knows where the values of every option and argument come from', () => {
  const options = [SHARED_OPTIONS, ...VERBS.map((verb) => verb.options)].flatMap(Object.values);
  const words = [
    ...VERBS.filter(({ hidden }) => hidden !== true).flatMap(({ takes }) =>
      takes.map(({ name }) => name),
    ),
    ...options.flatMap(({ value }) => value ?? []),
  ];
  expect(words.filter((word) => valueSource(word) === undefined)).toEqual([]);
});

it('offers what runs, with its state, and no name twice', async () => {
  const home = throwaway();
  const harnesses = [view({ name: 'web.v2' }), view({ name: 'shop/web', state: 'failed' })];
  await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses }] });
  const { out } = await harness(home, ['complete', '--', 'restart', '']);
  expect(out).toBe('web.v2\trunning\nshop/web\tfailed\n');
  expect(await offered(home, 'restart', 'web.v2', '')).toEqual(['shop/web']);
  expect(await offered(home, 'notify', 'history', '--harness', 'web')).toEqual(['web.v2']);
  expect(await offered(home, 'describe', 'web.v2', '')).toEqual([]);
});

it('asks the daemon of the socket that was typed', async () => {
  const [here, there] = [throwaway(), throwaway()];
  await fakeDaemon(there, { 'GET /v1/harnesses': [200, { harnesses: [view({ name: 'far' })] }] });
  expect(await offered(here, 'logs', '')).toEqual([]);
  expect(await offered(here, '--socket', there.socket, 'logs', '')).toEqual(['far']);
});

it.each([
  {
    what: 'answers with an error',
    answer: [500, { error: { code: 'internal', message: 'no' } }] as const,
  },
  {
    what: 'answers what is no JSON',
    answer: (response: { end(text: string): void }) => response.end('<html>'),
  },
])('says nothing where the daemon $what', async ({ answer }) => {
  const home = throwaway();
  await fakeDaemon(home, { 'GET /v1/harnesses': answer });
  expect(await offered(home, 'restart', '')).toEqual([]);
});

it('asks a daemon that is starting once, and does not wait for it', async () => {
  const home = throwaway();
  const starting = { error: { code: 'starting', message: 'the daemon is starting' } };
  const asked = await fakeDaemon(home, { 'GET /v1/harnesses': [503, starting] });
  expect(await offered(home, 'restart', '')).toEqual([]);
  expect(asked).toEqual(['GET /v1/harnesses']);
});

it('prints the same in JSON', async () => {
  const { out } = await harness(throwaway(), ['complete', '--json', '--', 'rel']);
  expect(JSON.parse(out)).toEqual({
    kind: 'words',
    words: [{ word: 'reload', about: 'read the configuration again' }],
  });
});

it('is not in the help, and a shell that it does not know is named with those that it knows', async () => {
  const { out } = await harness(throwaway(), ['--help']);
  expect(out).not.toMatch(/^ *complete /m);
  const { code, err } = await harness(throwaway(), ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(err).toContain('bash, zsh, fish');
});
