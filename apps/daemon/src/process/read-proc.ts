import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import type { ProcessEntry } from './process-table.ts';

// Linux shows user space a fixed 100 ticks a second, whatever the kernel counts with.
const MS_PER_TICK = 10;
const line = Buffer.allocUnsafe(1024);
let boot: string | undefined;

/**
 * Every living process by pid. Throws when the daemon has no descriptor left: an empty table would
 * read as "all are gone".
 *
 * Source: proc_pid_stat(5), Linux man-pages 6.9.
 */
export function readProc(): Map<number, ProcessEntry> {
  const uptimeMs = Number.parseFloat(readFileSync('/proc/uptime', 'latin1')) * 1000;
  const table = new Map<number, ProcessEntry>();
  for (const folder of readdirSync('/proc')) {
    const pid = Number(folder);
    const stat = Number.isInteger(pid) ? readStat(pid) : undefined;
    if (stat?.alive === true) {
      table.set(pid, toEntry(stat, uptimeMs));
    }
  }
  return table;
}

/** The start time of one process, a zombie included; undefined when there is none. */
export function procStartTime(pid: number): string | undefined {
  const stat = readStat(pid);
  return stat && identity(stat.startTicks);
}

interface Stat {
  readonly pid: number;
  readonly name: string;
  readonly alive: boolean;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  readonly startTicks: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const fd = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return parseStat(pid, line.toString('utf8', 0, readSync(fd, line)));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isVanished(error)) {
      return undefined;
    }
    throw error;
  }
}

function parseStat(pid: number, text: string): Stat {
  // The name may itself hold spaces and parentheses, so the fields are counted from the last one.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  const ended = fields[0] === 'Z' || fields[0] === 'X';
  return {
    pid,
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    // A process whose first thread ended shows as a zombie while its other threads run on.
    alive: !ended || field(20) > 1,
    parentPid: field(4),
    groupId: field(5),
    sessionId: field(6),
    startTicks: field(22),
  };
}

function toEntry(stat: Stat, uptimeMs: number): ProcessEntry {
  const { pid, parentPid, groupId, sessionId, name, startTicks } = stat;
  const ageMs = Math.max(0, uptimeMs - startTicks * MS_PER_TICK);
  return { pid, parentPid, groupId, sessionId, name, ageMs, startTime: identity(startTicks) };
}

// Ticks are counted from the boot, so without it a record could match a process of the next one.
function identity(startTicks: number): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
  return `${startTicks}@${boot}`;
}

function isVanished(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES';
}
