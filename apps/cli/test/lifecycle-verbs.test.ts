import { expect, it } from 'vitest';
import { detail, fakeDaemon, UNKNOWN, view } from './fake-daemon.ts';
import { ended, harness, started, throwaway } from './home.ts';

const FAILED = view({
  name: 'rc',
  state: 'failed',
  restarts: 6,
  lastExit: { exit: { code: 1 }, at: '2026-09-25T20:15:16Z', line: 'worker says: running' },
});

it('lists one row a harness, its state the first state word, and says below what to do', async () => {
  const home = throwaway();
  const jobs = view({ name: 'failed-jobs' });
  await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses: [jobs, FAILED] }] });
  const { code, out, err } = await harness(home, ['list']);
  const rows = out.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(rows[0]).toMatch(/^STATE\s+NAME\s+SINCE\s+RESTARTS\s+LAST EXIT$/);
  expect(rows[1]).toMatch(/^running\s+failed-jobs\s+\S.*\s0\s+-$/);
  // In a pipe no row holds free text, which could hold any name or state.
  expect(rows[2]).toMatch(/^failed\s+rc\s+\S.*\s6\s+exit 1$/);
  expect(err).toBe('failed stays down until `harness restart rc`\n');
});

it('lists as one JSON object, also when a bad configuration is not in force', async () => {
  const home = throwaway();
  const configProblems = ['f:1:1: bad'];
  await fakeDaemon(home, {
    'GET /v1/harnesses': [200, { harnesses: [FAILED], configProblems }],
  });
  const { out } = await harness(home, ['list', '--json']);
  expect(JSON.parse(out)).toEqual({ harnesses: [FAILED], config_problems: configProblems });
  const { err } = await harness(home, ['list']);
  expect(err).toContain('harness config check');
});

it('says where the first harness goes when there is none', async () => {
  const home = throwaway();
  await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses: [] }] });
  const { code, err } = await harness(home, ['list']);
  expect([code, err]).toEqual([0, expect.stringContaining('[harness.NAME] to /etc/harness.toml')]);
});

it('prints no escape codes into a pipe, whatever the terminal and the names', async () => {
  const home = throwaway();
  const harnesses = [view({ name: 'a\u001b[31mb' })];
  await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses }] });
  const env = { TERM: 'xterm-256color', FORCE_COLOR: '1' };
  const { code, out } = await ended(started(home, ['list'], env));
  expect(code).toBe(0);
  expect(out).toMatch(/^running\s+a\[31mb/m);
});

it.each(['start', 'stop', 'restart'])('%s takes several names and does each', async (verb) => {
  const home = throwaway();
  const asked = await fakeDaemon(home, {
    [`POST /v1/harnesses/worker/${verb}`]: [200, { harness: view() }],
    [`POST /v1/harnesses/web%2Fapi/${verb}`]: [200, { harness: view({ name: 'web/api' }) }],
  });
  const { code, out } = await harness(home, [verb, 'worker', 'web/api', 'worker']);
  expect(out).toBe('worker running (pid 77)\nweb/api running (pid 77)\n');
  expect([...asked].sort()).toEqual([
    `POST /v1/harnesses/web%2Fapi/${verb}`,
    `POST /v1/harnesses/worker/${verb}`,
  ]);
  expect(code).toBe(0);
});

it('does the names that exist, suggests near ones for the other, and exits 1', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'POST /v1/harnesses/worker/stop': [200, { harness: view({ state: 'stopped' }) }],
    'POST /v1/harnesses/wroker/stop': UNKNOWN,
  });
  const { code, out, err } = await harness(home, ['stop', 'wroker', 'worker', '--json']);
  expect(code).toBe(1);
  expect(err).toBe('harness: no harness `wroker`: did you mean worker?\n');
  expect(JSON.parse(out)).toMatchObject({
    harnesses: [{ name: 'worker', state: 'stopped' }],
    errors: [{ name: 'wroker', code: 'unknown_harness', suggestions: ['worker'] }],
  });
});

it.each([
  [
    { exit: { reason: '/no/agent does not exist' } },
    1,
    'worker could not start: /no/agent does not exist',
  ],
  [undefined, 1, 'worker could not start'],
  // It ran, and has ended again since: it was started.
  [{ exit: { code: 1 } }, 0, ''],
])(
  'a start that left no process, with the last exit %j, ends with %i',
  async (last, code, words) => {
    const home = throwaway();
    const { pid: _none, ...waiting } = view({ state: 'restarting' });
    const lastExit = last === undefined ? {} : { lastExit: { ...last, at: waiting.since } };
    await fakeDaemon(home, {
      'POST /v1/harnesses/worker/start': [200, { harness: { ...waiting, ...lastExit } }],
    });
    const ending = await harness(home, ['start', 'worker']);
    expect(ending.code).toBe(code);
    expect(ending.err).toContain(words);
  },
);

it('describes one harness, for people and as JSON', async () => {
  const home = throwaway();
  const described = detail({ intentBy: 'operator', intentWhy: 'harness start' });
  await fakeDaemon(home, {
    'GET /v1/harnesses/worker': [200, { harness: described }],
    'GET /v1/harnesses/wroker': UNKNOWN,
  });
  const { out } = await harness(home, ['describe', 'worker']);
  expect(out).toMatch(/^state\s+running for .*, pid 77$/m);
  expect(out).toMatch(/^intent\s+on \(by operator, harness start\)$/m);
  expect(out).toContain(`/usr/bin/agent --say 'it'\\''s me'`);
  const asJson = await harness(home, ['describe', 'worker', '--json']);
  expect(JSON.parse(asJson.out)).toEqual({ harness: described });
  expect(await harness(home, ['describe', 'wroker'])).toMatchObject({
    code: 1,
    err: 'harness: no harness `wroker`: did you mean worker?\n',
  });
});

it('reloads, and on a refused configuration tells every error and exits 1', async () => {
  const home = throwaway();
  const changed = {
    added: ['a'],
    removed: [],
    changed: ['b'],
    sections: ['notify'],
    restartToApply: ['b'],
  };
  let answers = 0;
  const problems = ['/etc/harness.toml:3:1: one', '/etc/harness.toml:9:2: two'];
  const error = { code: 'config_refused', message: 'nothing was changed', problems };
  await fakeDaemon(home, {
    'POST /v1/reload': (response) => {
      answers += 1;
      const [status, body] = answers === 1 ? [200, { changed }] : [422, { error }];
      response.writeHead(Number(status)).end(JSON.stringify(body));
    },
  });
  const good = await harness(home, ['reload']);
  expect(good.out).toBe(
    'reloaded\nadded: a\nchanged: b\nchanged tables: notify\nrestart to apply: `harness restart b`\n',
  );
  const bad = await harness(home, ['reload', '--json']);
  expect(bad.code).toBe(1);
  expect(bad.err.split('\n').map((line) => line.trim())).toEqual(expect.arrayContaining(problems));
  expect(JSON.parse(bad.out)).toMatchObject({ error: { code: 'config_refused', problems } });
});
