import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  HARNESS_FROM_SOURCE,
  harness,
  hits,
  homeProcesses,
  homes,
  metric,
  notifyTable,
  startDaemon,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { QUICK } from './quick.ts';

const newHome = homes(afterEach);

it('refuses a test that a hook asks for from inside a delivery', async () => {
  const home = await newHome();
  const runs = join(home.dir, 'runs');
  const again = [...HARNESS_FROM_SOURCE, 'doctor', '--notify-test']
    .map((word) => `'${word}'`)
    .join(' ');
  const hook = await writeScript(
    home.dir,
    'hook',
    `#!/bin/sh\necho x >>${runs}\n${again} >${home.dir}/answer 2>&1 && exit 0\nexit 3\n`,
  );
  await writeConfig(home, notifyTable(home, 'timeout = "30s"', [hook]));
  await startDaemon(home, { policy: QUICK });
  expect((await harness(home, ['doctor', '--notify-test'])).code).toBe(1);
  expect(await readFile(runs, 'utf8')).toBe('x\n');
  expect(await readFile(join(home.dir, 'answer'), 'utf8')).toContain(
    'a hook may not ask for a test',
  );
  expect(homeProcesses(home.dir, /hook/)).toEqual([]);
});

it('runs the hook with the PATH of the daemon, and shows the caller what it said', async () => {
  const home = await newHome();
  const hook = await writeScript(home.dir, 'hook', '#!/usr/bin/env no-such-node\n');
  await writeConfig(home, notifyTable(home, '', [hook]));
  const daemon = await startDaemon(home, { policy: QUICK });
  const { code, out } = await harness(home, ['doctor', '--notify-test']);
  expect(code).toBe(1);
  expect(out).toContain('no-such-node');
  expect((await daemon.log()).match(/notify: hook failed/g)).toHaveLength(1);
});

it('finds without running it that an interpreter line ends in a carriage return', async () => {
  const home = await newHome();
  const hook = await writeScript(home.dir, 'hook', '#!/bin/sh\r\nexit 0\r\n');
  await writeConfig(home, notifyTable(home, '', [hook]));
  const daemon = await startDaemon(home, { policy: QUICK });
  const { code, out } = await harness(home, ['doctor']);
  expect(code).toBe(1);
  expect(out).toMatch(/interpreter.*\\r/);
  await harness(home, ['doctor', '--notify-test']);
  expect(await daemon.log()).toMatch(/hook failed[^\n]*|interpreter/);
  expect(await metric(home, 'test', 'error')).toBe(1);
});

it('says the same of a script without an interpreter line as its delivery shows', async () => {
  const home = await newHome();
  const ran = join(home.dir, 'ran');
  const hook = join(home.dir, 'plain');
  await writeFile(hook, `touch ${ran}\n`, { mode: 0o755 });
  await writeConfig(home, notifyTable(home, '', [hook]));
  await startDaemon(home, { policy: QUICK });
  const doctor = await harness(home, ['doctor']);
  expect(doctor.code).toBe(0);
  expect(doctor.out).toContain('no interpreter line');
  expect((await harness(home, ['doctor', '--notify-test'])).code).toBe(0);
  await readFile(ran);
});

it('never shows more of the hook than its program', async () => {
  const home = await newHome();
  await writeConfig(home, notifyTable(home, '', [home.hook.path, 'very-private-argument']));
  const daemon = await startDaemon(home, { policy: QUICK });
  await harness(home, ['doctor', '--notify-test']);
  const [hit] = await hits(home, 'test');
  expect(hit?.argv).toEqual(['very-private-argument']);
  const shown = await Promise.all(
    [['doctor'], ['doctor', '--json'], ['list', '--json'], ['config', 'show']].map(
      async (args) => (await harness(home, args)).out,
    ),
  );
  expect([...shown, await daemon.log()].join('')).not.toContain('very-private-argument');
});

it('goes on when descriptors run out, and delivers when there are some again', async () => {
  const home = await newHome();
  await writeConfig(home, notifyTable(home));
  const daemon = await startDaemon(home, { policy: QUICK });
  const limitFiles = (most: number): Buffer =>
    execFileSync('prlimit', ['--pid', String(daemon.pid), `--nofile=${most}:4096`]);
  limitFiles(readdirSync(`/proc/${daemon.pid}/fd`).length + 2);
  expect((await harness(home, ['doctor', '--notify-test'])).code).not.toBe(0);
  limitFiles(4096);
  expect((await harness(home, ['doctor', '--notify-test'])).code).toBe(0);
});
