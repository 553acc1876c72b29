import { execFileSync } from 'node:child_process';
import type { ProcessEntry } from './process-table.ts';

const COLUMNS = 'pid=,ppid=,pgid=,sess=,stat=,lstart=,comm=';
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S+ +\S+ +\d+ [\d:]+ \d+)\s+(.*)$/;

/**
 * Every living process by pid, for systems without /proc. Throws when `ps` cannot be run.
 *
 * Source: ps(1), macOS 14; the session column is 0 there, so that groups and descendants decide.
 */
export function readPs(): Map<number, ProcessEntry> {
  return parsePs(runPs(['-axo', COLUMNS]), Date.now());
}

/** The start time of one process; undefined when there is none. */
export function psStartTime(pid: number): string | undefined {
  return parsePs(runPs(['-axo', COLUMNS]), Date.now()).get(pid)?.startTime;
}

/** Reads the output of `ps -axo pid=,ppid=,pgid=,sess=,stat=,lstart=,comm=`. */
export function parsePs(output: string, nowMs: number): Map<number, ProcessEntry> {
  const table = new Map<number, ProcessEntry>();
  for (const row of output.split('\n')) {
    const [, pid, parent, group, session, state, start, name] = ROW.exec(row) ?? [];
    if (start === undefined || state === undefined || state.startsWith('Z')) {
      continue;
    }
    table.set(Number(pid), {
      pid: Number(pid),
      parentPid: Number(parent),
      groupId: Number(group),
      sessionId: Number.parseInt(session ?? '0', 10) || 0,
      startTime: start,
      name: (name ?? '').split('/').at(-1) ?? '',
      ageMs: Math.max(0, nowMs - Date.parse(start)),
    });
  }
  return table;
}

function runPs(args: readonly string[]): string {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  return execFileSync('ps', args, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 });
}
