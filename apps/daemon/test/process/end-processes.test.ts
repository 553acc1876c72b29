import { spawn as spawnNode } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endRecorded } from '../../src/process/end-processes.ts';
import { readProcessTable, startTimeOf } from '../../src/process/process-table.ts';
import { SIZE, shell } from './spawn.ts';

const BOTH = [
  { name: 'pipes', tty: false },
  { name: 'a terminal', tty: SIZE },
] as const;
const STUBBORN = `trap '' TERM HUP; while :; do sleep 0.05; done`;

it.each(BOTH)('ends a whole group with the polite signal on $name', async ({ tty }) => {
  const { process, output } = await shell(
    'trap "echo bye; exit 0" TERM; sleep 60 & echo up $!; wait',
    tty,
  );
  await expect.poll(output).toContain('up');
  expect(await process.end(5000)).toEqual([]);
  expect((await process.exit).exit).toEqual({ kind: 'exited', code: 0 });
  expect(output()).toContain('bye');
  expect(alive(pidsIn(output()))).toEqual([]);
});

it.each(BOTH)('kills after the grace what ignores the polite signal on $name', async ({ tty }) => {
  const { process, output } = await shell(
    `sh -c "${STUBBORN}" & echo up $!; sh -c "${STUBBORN}" & echo up $!; ${STUBBORN}`,
    tty,
  );
  await expect.poll(() => pidsIn(output()).length).toBe(2);
  const beganMs = performance.now();
  await process.end(300);
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(299);
  expect((await process.exit).exit).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('ends what is left of a run whose first process has exited', async () => {
  const { process, output } = await shell(`sh -c "${STUBBORN}" & echo up $!; exit 1`);
  await process.exit;
  await process.drained;
  expect(alive(pidsIn(output())).length).toBe(1);
  await process.end(100);
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('ends a child that left the group but not the session', async () => {
  const { process, output } = await shell('set -m; sleep 60 & echo up $!; wait', SIZE);
  await expect.poll(() => pidsIn(output()).length).toBe(1);
  await process.end(2000);
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('ends a child with a session of its own, and its children', async () => {
  const { process, output } = await shell(
    `setsid sh -c 'sleep 60 & echo up $!; echo up $$; wait' & wait`,
  );
  await expect.poll(() => pidsIn(output()).length).toBe(2);
  await process.end(2000);
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('kills a child with a session of its own that ignores the polite signal and lost its parent', async () => {
  const { process, output } = await shell(
    `setsid sh -c '${STUBBORN.replaceAll("'", '"')} & echo up $!; wait' & wait`,
  );
  await expect.poll(() => pidsIn(output()).length).toBe(1);
  await process.end(200);
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('is not gone before everything is, and signals nobody by itself', async () => {
  const { process, output } = await shell('sleep 60 & echo up $!; exit 0');
  let isGone = false;
  const gone = process.gone().then(() => {
    isGone = true;
  });
  await process.exit;
  await process.drained;
  expect(isGone).toBe(false);
  expect(alive(pidsIn(output())).length).toBe(1);
  process.kill();
  await gone;
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('takes a zombie for gone', async () => {
  const { process, output } = await shell(`sh -c 'sleep 0 & exec sleep 60' & echo up $!; wait`);
  await expect.poll(() => pidsIn(output()).length).toBe(1);
  await process.end(2000);
  expect(alive(pidsIn(output()))).toEqual([]);
});

it('ends many runs side by side', async () => {
  const runs = await Promise.all(Array.from({ length: 20 }, () => shell('sleep 60 & wait')));
  await Promise.all(runs.map(({ process }) => process.end(5000)));
  const table = readProcessTable();
  expect(runs.filter(({ process }) => table.has(process.pid))).toEqual([]);
});

it('can be asked to end more than once and after the end', async () => {
  const { process } = await shell('sleep 60');
  process.terminate();
  await Promise.all([process.end(1000), process.end(1000), process.gone()]);
  process.terminate();
  process.kill();
  expect(await process.end(0)).toEqual([]);
});

it('ends a recorded process of an earlier daemon with all that belongs to it', async () => {
  const leader = spawnNode('sh', ['-c', `setsid sleep 60 & sh -c "${STUBBORN}" & wait`], {
    detached: true,
    stdio: 'ignore',
  });
  const exit = once(leader, 'exit');
  const pid = leader.pid ?? 0;
  await expect.poll(() => familyOf(pid).length).toBeGreaterThanOrEqual(2);
  const family = familyOf(pid);
  expect(await endRecorded(pid, startTimeOf(pid) ?? '', 200)).toBe('ended');
  await exit;
  expect(alive(family)).toEqual([]);
});

it('leaves a recorded pid alone that belongs to another process now', async () => {
  const other = spawnNode('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const pid = other.pid ?? 0;
  expect(await endRecorded(pid, '1@00000000', 0)).toBe('not_ours');
  expect(alive([pid])).toEqual([pid]);
  other.kill();
  await once(other, 'exit');
  expect(await endRecorded(pid, '1@00000000', 0)).toBe('gone');
});

function pidsIn(output: string): number[] {
  return [...output.matchAll(/up (\d+)\r?\n/g)].map(([, pid]) => Number(pid));
}

function familyOf(parent: number): number[] {
  return [...readProcessTable().values()]
    .filter((entry) => entry.parentPid === parent)
    .map((entry) => entry.pid);
}

function alive(pids: readonly number[]): number[] {
  const table = readProcessTable();
  return pids.filter((pid) => table.has(pid));
}
