import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The pids of a process's own children. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

/** Resident memory in kB. */
export function residentKb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb);
}

/** Processor time that all threads of a process have used so far, in milliseconds. */
export function cpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    .reduce((sum, ns) => sum + Number(ns) / 1e6, 0);
}

/** Whether a process has ended, though its parent may not have heard of it yet. */
export function hasEnded(pid: number): boolean {
  return /^State:\s+Z/m.test(statusOf(pid)) || statusOf(pid) === '';
}

/** The name of a process's program; empty when there is none any more. */
export function programOf(pid: number): string {
  const [, name = ''] = /^Name:\s+(.*)$/m.exec(statusOf(pid)) ?? [];
  return name;
}

/** The processes that name a folder in their command line or their environment. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => procText(pid, file).includes(folder)));
}

/** Kills all processes that name a folder, and those that they start meanwhile, until there are none. */
export async function endProcessesOf(folder: string): Promise<void> {
  for (let pids = processesOf(folder); pids.length > 0; pids = processesOf(folder)) {
    killAll(pids);
    await sleep(20);
  }
}

/** Kills processes; one that has ended meanwhile is none. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
        throw error;
      }
    }
  }
}

function statusOf(pid: number): string {
  return procText(pid, 'status');
}

function procText(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended, or is another user's.
    return '';
  }
}
