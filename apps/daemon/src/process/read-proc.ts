import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import type { ProcessEntry } from './process-table.ts';

// Linux shows user space a fixed 100 ticks a second, whatever the kernel counts with.
const MS_PER_TICK = 10;
const line = Buffer.allocUnsafe(1024);
const SPACE = 0x20;
const OPENING_PARENTHESIS = 0x28;
const CLOSING_PARENTHESIS = 0x29;
const MINUS = 0x2d;
const ZERO = 0x30;
const DEAD = 0x58;
const ZOMBIE = 0x5a;
// `) R `: between the name and the first number.
const STATE_LENGTH = 4;
const FIRST_NUMBER = 4;
const LAST_FIELD = 22;
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
      return parseStat(pid, readSync(fd, line));
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

// What is in the line is read without making a string of each field: a storm reads thousands of them.
function parseStat(pid: number, sizeBytes: number): Stat {
  // The name may itself hold spaces and parentheses, so the fields are counted from the last one.
  const nameEnd = line.lastIndexOf(CLOSING_PARENTHESIS, sizeBytes - 1);
  const state = line[nameEnd + 2];
  const field = numbersAfter(nameEnd + STATE_LENGTH, sizeBytes);
  return {
    pid,
    name: line.toString('utf8', line.indexOf(OPENING_PARENTHESIS) + 1, nameEnd),
    // A process whose first thread ended shows as a zombie while its other threads run on.
    alive: !(state === ZOMBIE || state === DEAD) || field(20) > 1,
    parentPid: field(4),
    groupId: field(5),
    sessionId: field(6),
    startTicks: field(22),
  };
}

// Of the fields from the fourth on, all numbers, each with a space before it.
function numbersAfter(start: number, end: number): (number: number) => number {
  const numbers: number[] = [];
  for (let at = start; at < end && numbers.length <= LAST_FIELD - FIRST_NUMBER; at += 1) {
    const negative = line[at] === MINUS;
    let value = 0;
    at += negative ? 1 : 0;
    for (; at < end && line[at] !== SPACE; at += 1) {
      value = value * 10 + ((line[at] ?? ZERO) - ZERO);
    }
    numbers.push(negative ? -value : value);
  }
  return (number) => numbers[number - FIRST_NUMBER] ?? Number.NaN;
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
