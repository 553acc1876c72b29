import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { BehindProcess } from '@harness/notify-core';
import { descendants, type ProcessEntry, readProcessTable } from '../process/process-table.ts';
import { hasCode } from '../process/start-failure.ts';

/** What a process waits for as far as its descendants show, the youngest first: no process is younger than its children. */
export function processesBehind(pid: number): readonly BehindProcess[] {
  return descendants(readProcessTable(), pid)
    .map((entry) => ({ name: shownName(entry), pid: entry.pid, ageMs: entry.ageMs }))
    .toSorted((one, other) => one.ageMs - other.ageMs);
}

/** The processes of a run that is led by this one. */
export function pidsOfRun(pid: number, maxAgeMs: number): readonly number[] {
  const table = readProcessTable(performance.now() - maxAgeMs);
  return [pid, ...descendants(table, pid).map((entry) => entry.pid)];
}

/** A program may say what it is in its first word; of a script the kernel's own name says more. */
function shownName({ pid, name }: ProcessEntry): string {
  const program = basename(readLink(`/proc/${pid}/exe`));
  const isScript = program.slice(0, name.length) !== name;
  const called = isScript ? '' : basename(firstWord(pid)).replace(/^-/, '');
  return called === '' ? name : called;
}

function firstWord(pid: number): string {
  return orNothing(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/, 1)[0] ?? '');
}

function readLink(path: string): string {
  return orNothing(() => readlinkSync(path));
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) {
      throw error;
    }
    return '';
  }
}
