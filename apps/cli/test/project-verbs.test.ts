import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeDaemon, view } from './fake-daemon.ts';
import { harness, throwaway } from './home.ts';

const PROJECT = {
  name: 'proj',
  folder: '/work/proj',
  file: '/work/proj/harness.toml',
  programs: [
    { name: 'proj/a', argv: ['sh', '-c', "echo 'x'"], enabled: true },
    { name: 'proj/b', argv: ['agent'], enabled: false },
  ],
};

it('up: hands over the absolute folder and prints every program that will run', async () => {
  const home = throwaway();
  const asked = await fakeDaemon(home, {
    [`POST /v1/up {"folder":"${join(home.folder, 'work')}"}`]: [200, { project: PROJECT }],
    'POST /v1/up': [200, { project: PROJECT }],
  });
  mkdirSync(join(home.folder, 'work'));
  const { code, out } = await harness(home, ['up', 'work']);
  expect(code).toBe(0);
  expect(asked).toEqual([`POST /v1/up {"folder":"${join(home.folder, 'work')}"}`]);
  expect(out).toContain(`proj/a: sh -c 'echo '\\''x'\\'''\n`);
  expect(out).toContain('proj/b: agent (not enabled: `harness start proj/b`)');
});

it('up: means the current folder where none is named', async () => {
  const home = throwaway();
  const asked = await fakeDaemon(home, { 'POST /v1/up': [200, { project: PROJECT }] });
  const { out } = await harness(home, ['up', '--json']);
  expect(asked).toEqual([`POST /v1/up {"folder":"${home.folder}"}`]);
  expect(JSON.parse(out)).toEqual({ project: PROJECT });
});

it('up: prints each error of the file as FILE:LINE:COLUMN on a line of its own, and exits 1', async () => {
  const home = throwaway();
  const problems = ['/p/harness.toml:5:1: [notify] is global', '/p/harness.toml:7:1: no'];
  const error = { code: 'project_refused', message: 'the project is refused', problems };
  await fakeDaemon(home, { 'POST /v1/up': [422, { error }] });
  const { code, err } = await harness(home, ['up']);
  expect(code).toBe(1);
  expect(err.split('\n').slice(0, 2)).toEqual(problems);
  const asJson = await harness(home, ['up', '--json']);
  expect(JSON.parse(asJson.out)).toMatchObject({ error: { code: 'project_refused', problems } });
});

it('up: prints no control character that the project chose', async () => {
  const home = throwaway();
  const evil = { name: 'proj/a', argv: ['sh', '-c', '\u001b[2Jx\u202e\u009b'], enabled: true };
  await fakeDaemon(home, {
    'POST /v1/up': [200, { project: { ...PROJECT, programs: [evil] } }],
  });
  for (const args of [['up'], ['up', '--json']]) {
    const { out } = await harness(home, args);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  }
});

it('down: says which project is down, or that none was up', async () => {
  const home = throwaway();
  await fakeDaemon(home, { 'POST /v1/down': [200, { project: PROJECT }] });
  expect(await harness(home, ['down'])).toMatchObject({ code: 0, out: 'proj is down\n' });
});

it('down: exits 1 where no project of the folder is up', async () => {
  const home = throwaway();
  const error = { code: 'unknown_project', message: 'no project of /x is up' };
  await fakeDaemon(home, { 'POST /v1/down': [404, { error }] });
  const { code, err } = await harness(home, ['down']);
  expect(code).toBe(1);
  expect(err).toContain('no project of /x is up');
});

it('list: says of a project that its file has changed since it was taken, and how to apply it', async () => {
  const home = throwaway();
  const harnesses = [view({ name: 'proj/a', changedOnDisk: true }), view({ name: 'b' })];
  await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses }] });
  const { out, err } = await harness(home, ['list']);
  const rows = out.split('\n');
  expect(rows.find((row) => row.includes('proj/a'))).toContain(
    'changed on disk: harness up to apply',
  );
  expect(rows.find((row) => / b /.test(row))).not.toContain('changed on disk');
  expect(err).toContain('changed on disk: `harness up` to apply (proj/a)');
});
