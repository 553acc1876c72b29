import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait-for.ts';

/** A process and its command line, arguments parted by one space. */
export interface HomeProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The live processes whose environment names something inside a folder, and whose command line
 * matches: all that a daemon of a throwaway home started inherits the home's paths. Linux only.
 */
export function homeProcesses(dir: string, command: RegExp = /./): HomeProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readProc(pid, 'environ').includes(`${dir}/`))
    .map((pid) => ({ pid: Number(pid), command: commandLine(pid) }))
    .filter((found) => command.test(found.command));
}

/** Kills what {@link homeProcesses} finds, until nothing is found. */
export async function endProcesses(dir: string): Promise<void> {
  await waitFor(`the processes of ${dir} are gone`, () => {
    const left = homeProcesses(dir);
    for (const { pid } of left) {
      kill(pid);
    }
    return left.length === 0;
  });
}

function commandLine(pid: string): string {
  return readProc(pid, 'cmdline').split('\0').join(' ').trim();
}

// A process may end between the listing and the look, or be somebody else's.
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone since it was listed.
  }
}
