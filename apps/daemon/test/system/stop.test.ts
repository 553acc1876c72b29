import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  harness,
  hits,
  homeProcesses,
  homes,
  notifyTable,
  startDaemon,
  state,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { QUICK, shell } from './quick.ts';

const newHome = homes(afterEach);

it('leaves nothing of a run behind, and starts the next one only then', async () => {
  const home = await newHome();
  const pids = join(home.dir, 'pids');
  // A tool server that ignores the polite signal, as launchers leave them behind.
  const server = `trap "" TERM; while :; do sleep 1; done`;
  await writeConfig(home, shell('mcp', `sh -c '${server}' & echo $! >>${pids}; wait`));
  await startDaemon(home, { policy: QUICK });
  const servers = async (): Promise<readonly number[]> =>
    (await readFile(pids, 'utf8').catch(() => '')).trim().split('\n').map(Number);
  // A dead process that nobody has collected yet has no environment, so it does not count.
  const alive = (pids: readonly number[]): readonly number[] =>
    homeProcesses(home.dir).flatMap(({ pid }) => (pids.includes(pid) ? [pid] : []));
  await waitFor('the first run', async () => alive(await servers()).length === 1);
  for (const runs of [2, 3]) {
    expect((await harness(home, ['restart', 'mcp'])).code).toBe(0);
    await waitFor(`run ${runs}`, async () => (await servers()).length === runs);
    const old = (await servers()).slice(0, -1);
    expect(alive(old)).toEqual([]);
  }
  expect((await harness(home, ['stop', 'mcp'])).code).toBe(0);
  expect(await state(home, 'mcp')).toBe('stopped');
  expect(alive(await servers())).toEqual([]);
});

it('tells nobody of harnesses that the end of the daemon stops, and leaves nothing', async () => {
  const home = await newHome();
  await writeConfig(home, notifyTable(home) + shell('s', 'exec sleep 600'));
  const daemon = await startDaemon(home, { policy: QUICK });
  await waitFor('it runs', async () => (await state(home, 's')) === 'running');
  expect(await daemon.down()).toEqual({ code: 0, signal: undefined });
  expect(await hits(home)).toEqual([]);
  expect(homeProcesses(home.dir)).toEqual([]);
});

it('ends with the daemon a hook that takes its time, and counts it as not told', async () => {
  const home = await newHome();
  const script = 'cat >/dev/null; exec sleep 77';
  await writeConfig(
    home,
    notifyTable(home, 'timeout = "1m"', ['/bin/sh', '-c', script]) + shell('s', 'exit 1'),
  );
  const daemon = await startDaemon(home, { policy: QUICK });
  await waitFor('the hook runs', () => homeProcesses(home.dir, /^sleep 77$/).length === 1);
  expect(await daemon.down()).toMatchObject({ code: 0 });
  expect(homeProcesses(home.dir, /^sleep 77$/)).toEqual([]);
  expect(await daemon.log()).toContain('daemon stopped during delivery');
});
