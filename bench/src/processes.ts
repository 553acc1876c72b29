import { readdirSync, readFileSync } from 'node:fs';

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
