import { fs } from './lean-fs.ts';

/** A process that is told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As {@link processStartTime} gives it. */
  readonly startTime: string;
}

/**
 * When a process started, as text that is only good for comparing; undefined when there is no such
 * process (a zombie counts as none).
 *
 * Source: field 22 of `/proc/PID/stat`, proc(5); elsewhere `ps -o lstart=`.
 */
export function processStartTime(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

/** Whether exactly this process, not a later one with its number, is alive. */
export function isAlive(identity: ProcessIdentity): boolean {
  return processStartTime(identity.pid) === identity.startTime;
}

/** The calling process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: processStartTime(process.pid) ?? '' };
}

function startTimeFromProc(pid: number): string | undefined {
  const stat = orNothing(() => fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The second field is the program's name in parentheses and may hold blanks and parentheses itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields?.[0];
  return state === 'Z' || state === 'X' ? undefined : fields?.[19];
}

function startTimeFromPs(pid: number): string | undefined {
  // Loaded here: Linux never needs it, and a command line starts faster without.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const line = orNothing(() =>
    execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim(),
  );
  return line === undefined || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

function orNothing(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    // No such process, or it ended while it was looked at.
    return undefined;
  }
}
