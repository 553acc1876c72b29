import type { ChildProcess } from 'node:child_process';

/** How a program itself ended: by its own status, or by a signal such as `SIGKILL`. */
export interface LeaderExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program that runs as the leader of its own session and process group. */
export interface Leader {
  readonly pid: number;
  /** Resolves in the turn of the event loop in which its end is collected. Never rejects. */
  readonly exit: Promise<LeaderExit>;
  /** Lets the calling process end before the program does. */
  unref(): void;
}

/** What to run on which descriptors; the caller closes its own copies of them afterwards. */
export interface LeaderRequest {
  readonly argv: readonly string[];
  /** Where the program stands, by absolute path; default argv[0]. */
  readonly program?: string | undefined;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: the caller's own. */
  readonly cwd?: string | undefined;
  /** An absolute path at which the new process makes an empty file, mode 0600, before the program begins; default none. */
  readonly mark?: string | undefined;
  /** Standard input, output and error. No other descriptor may reach the program. */
  readonly streams: readonly [number, number, number];
}

/** Starts a program as a leader; undefined where it cannot, and nothing of the program has run then. Never throws. */
export type SpawnLeader = (request: LeaderRequest) => Leader | undefined;

/** What Node's `spawn` has started, `detached`, under the number that the system gave it. Call it in the same turn. */
export function leaderOf(child: ChildProcess, pid: number): Leader {
  const { promise: exit, resolve } = Promise.withResolvers<LeaderExit>();
  child.once('exit', (code, signal) => resolve({ code, signal }));
  return { pid, exit, unref: () => child.unref() };
}
