import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { hasCode } from './start-failure.ts';

/** A process that holds a file open. */
export interface Holder {
  readonly pid: number;
  readonly name: string;
}

/**
 * The processes that hold one of these files open, as far as this user may see. Empty where there is no /proc.
 *
 * Source: proc_pid_fd(5), Linux man-pages 6.9.
 */
export async function holdersOf(paths: readonly string[]): Promise<readonly Holder[]> {
  const files = new Set(await Promise.all(paths.map((path) => realpath(path).catch(absent))));
  const holders: Holder[] = [];
  for (const pid of await pids()) {
    if (await holdsOne(pid, files)) {
      holders.push({ pid, name: await nameOf(pid) });
    }
  }
  return holders;
}

async function pids(): Promise<readonly number[]> {
  const names = (await readdir('/proc').catch(absent)) ?? [];
  return names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
}

async function holdsOne(pid: number, files: ReadonlySet<string | undefined>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  for (const fd of (await readdir(folder).catch(absent)) ?? []) {
    const link = await readlink(`${folder}/${fd}`).catch(absent);
    if (link !== undefined && files.has(link)) {
      return true;
    }
  }
  return false;
}

async function nameOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(absent))?.trim() ?? '?';
}

// Processes come and go while they are looked at, and those of others do not show what they hold.
function absent(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR')) {
    throw error;
  }
  return undefined;
}
