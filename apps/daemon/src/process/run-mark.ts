import { readFileSync } from 'node:fs';
import { type ProcessEntry, readProcessTable } from './process-table.ts';

/** The variable by which a later daemon knows a process that was started, but not yet written down. */
export const RUN_MARK = 'HARNESS_RUN_MARK';

/**
 * The process that was started with a mark: the oldest leader of a session that carries it, for its descendants inherit
 * it. Undefined where there is none, and where the system does not show other processes' variables.
 *
 * Source: proc_pid_environ(5), Linux man-pages 6.9.
 */
export function findMarked(mark: string): ProcessEntry | undefined {
  if (process.platform !== 'linux') {
    return undefined;
  }
  return [...readProcessTable().values()]
    .filter(({ pid, sessionId }) => pid === sessionId && carries(pid, mark))
    .toSorted((one, other) => other.ageMs - one.ageMs)[0];
}

function carries(pid: number, mark: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(
      `\0${RUN_MARK}=${mark}\0`,
    );
  } catch {
    // Another user's, or it has just ended.
    return false;
  }
}
