import { expect, it } from 'vitest';
import {
  descendants,
  groupMembers,
  type ProcessEntry,
  readProcessTable,
  sessionMembers,
  startTimeOf,
} from '../../src/process/process-table.ts';
import { parsePs, readPs } from '../../src/process/read-ps.ts';
import { SIZE, shell } from './spawn.ts';

it('finds children, group and session of a program with their names and ages', async () => {
  const { process, output } = await shell('sleep 61 & set -m; sleep 62 & echo up; wait', SIZE);
  await expect.poll(output).toContain('up');
  await expect.poll(() => names(descendants(readProcessTable(), process.pid))).toHaveLength(2);
  await expect
    .poll(() => names(descendants(readProcessTable(), process.pid)))
    .toEqual(['sleep', 'sleep']);
  const table = readProcessTable();
  expect(sessionMembers(table, process.pid)).toHaveLength(3);
  expect(groupMembers(table, process.pid)).toHaveLength(2);
  expect(table.get(process.pid)?.ageMs).toBeLessThan(60_000);
  await process.end(1000);
});

it('shares a table among those who need none that is newer', () => {
  const sinceMs = performance.now();
  const table = readProcessTable(sinceMs);
  expect(readProcessTable(sinceMs)).toBe(table);
  expect(readProcessTable()).not.toBe(table);
});

it('knows no start time of a pid that nobody has', () => {
  expect(startTimeOf(2 ** 22 + 1)).toBeUndefined();
});

it('reads a name with spaces and parentheses', async () => {
  const { process, output } = await shell(
    'printf "a) R (b" > /proc/self/comm; echo up; sleep 60 & wait',
  );
  await expect.poll(output).toContain('up');
  const entry = readProcessTable().get(process.pid);
  expect(entry?.sessionId).toBe(process.pid);
  await process.end(1000);
});

it('finds the same processes through ps', () => {
  const own = readPs().get(process.pid);
  const expected = readProcessTable().get(process.pid);
  expect(own).toMatchObject({
    pid: process.pid,
    parentPid: process.ppid,
    groupId: expected?.groupId,
    sessionId: expected?.sessionId,
  });
  expect(Math.abs((own?.ageMs ?? 0) - (expected?.ageMs ?? 0))).toBeLessThan(3000);
});

it('reads what macOS prints', () => {
  const output = [
    '    1     0     1      0 Ss   Mon Nov  2 08:00:01 2026     /sbin/launchd',
    '  501     1   501      0 S+   Mon Nov 30 03:15:28 2026     /Applications/My Agent.app/agent x',
    '  502   501   501      0 Z    Mon Nov 30 03:15:29 2026     (gone)',
    '',
  ].join('\n');
  const table = parsePs(output, Date.parse('Mon Nov 30 03:15:38 2026'));
  expect([...table.keys()]).toEqual([1, 501]);
  expect(table.get(501)).toEqual({
    pid: 501,
    parentPid: 1,
    groupId: 501,
    sessionId: 0,
    startTime: 'Mon Nov 30 03:15:28 2026',
    name: 'agent x',
    ageMs: 10_000,
  });
});

function names(entries: readonly ProcessEntry[]): string[] {
  return entries.map((entry) => entry.name);
}
