import { readdir, readFile, readlink } from 'node:fs/promises';
import { asSystemError } from '../file-error.ts';

/** What would tie a process to a session. */
export interface Trail {
  readonly session: string;
  /** A file that this session alone writes. */
  readonly path?: string;
}

/**
 * Whether one of these processes shows that the session is its own: it holds the file open, or the
 * session's id stands in its arguments or its environment.
 *
 * A process that is gone, or another user's, shows nothing. Source: proc(5), man-pages 6.9; where
 * there is no /proc, nothing is shown.
 */
export async function showsTrail(pids: readonly number[], trail: Trail): Promise<boolean> {
  for (const pid of pids.slice(0, PROCESS_LIMIT)) {
    if ((await holdsOpen(pid, trail.path)) || (await names(pid, trail.session))) {
      return true;
    }
  }
  return false;
}

/** The files that a process holds open, as far as it lets them be seen. */
export async function openFiles(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = (await readdir(folder).catch(nothing)) ?? [];
  const links = names
    .slice(0, FILE_LIMIT)
    .map((name) => readlink(`${folder}/${name}`).catch(nothing));
  return (await Promise.all(links)).filter((each) => each !== undefined);
}

const PROCESS_LIMIT = 64;
const FILE_LIMIT = 512;
const SHORTEST_ID = 8;

async function holdsOpen(pid: number, path: string | undefined): Promise<boolean> {
  return path !== undefined && (await openFiles(pid)).includes(path);
}

async function names(pid: number, session: string): Promise<boolean> {
  // A short id would be found in anything.
  if (session.length < SHORTEST_ID) {
    return false;
  }
  const texts = await Promise.all(
    ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(nothing)),
  );
  return texts.some((text) => text?.includes(session) === true);
}

function nothing(error: unknown): undefined {
  asSystemError(error);
  return undefined;
}
