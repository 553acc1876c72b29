import type { AgentKind, Turn } from '@harness/turns';

/** Whoever could have written a session: one run of one harness. */
export interface Claimant {
  readonly kind: AgentKind;
  /** The environment of the agent's process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The agent's working directory, absolute. */
  readonly workdir: string;
  /** When the run began, in Unix milliseconds, taken before its process started. */
  readonly sinceMs: number;
  /** When the run ended, in Unix milliseconds. Absent: it goes on. */
  readonly untilMs?: number;
  /** The agent's own id of its session, where its driver chose it. */
  readonly session?: string;
  /** Crush's `--data-dir`, where its driver gave one. */
  readonly dataDirectory?: string;
  /** The processes of the run now, the agent's children included. Default: none known. */
  readonly pids?: () => readonly number[];
}

/** What {@link openTrace} follows. */
export interface TraceOptions extends Claimant {
  /** The other runs at this moment that may write into the same places. Default: none. */
  readonly rivals?: () => readonly Claimant[];
  /**
   * The IANA zone in which the agent prints times that name none. Default: the environment's `TZ`,
   * else the zone of this process.
   */
  readonly zone?: string;
  /** The longest record that is read, in bytes; longer ones are skipped and counted. Default 12 MiB. */
  readonly recordLimitBytes?: number;
  /** The pause between two looks of the iterator, in milliseconds. Default 1,000. */
  readonly intervalMs?: number;
  /** Ends the iterator. */
  readonly signal?: AbortSignal;
}

/** A transcript, or a session of a store, that a trace reads. */
export interface TraceSource {
  readonly path: string;
  readonly session: string;
  /** The sub-agent whose transcript it is. */
  readonly agent?: string;
}

/** Why a trace reads less than there is; the next poll tries again. */
export interface TraceTrouble {
  /** A system's or SQLite's code, such as `EACCES` or `SQLITE_BUSY`, or `unknown_schema`. */
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** What a trace knows about itself. */
export interface TraceStatus {
  readonly kind: AgentKind;
  /** Where the agent keeps its sessions: a folder, or a store. */
  readonly root: string;
  /** Whether anything of this run was found. */
  readonly found: boolean;
  /** What is read, the newest first; at most 32. */
  readonly sources: readonly TraceSource[];
  /** What nobody gets, because two runs could own it; at most 32. */
  readonly ambiguous: readonly TraceSource[];
  /** The agent's version, or its store's, as it was last written. */
  readonly version?: string;
  /** The version is newer than the newest one that this package was tried with. */
  readonly untried?: true;
  /** When the last successful model call was read, by its record's own time, in Unix milliseconds. */
  readonly lastAnswerMs?: number;
  /** Records that were not read: too long, or no record at all. */
  readonly skipped: { readonly tooLong: number; readonly malformed: number };
  /** More was written than one poll reads. */
  readonly behind: boolean;
  readonly trouble?: TraceTrouble;
}

/** A live transcript, read as it grows. */
export interface Trace extends AsyncIterable<Turn> {
  /**
   * The turns that were written since the last poll, in the order of each session.
   *
   * It costs what was appended, and a look at each file's size where nothing was. It never rejects
   * for a store that is absent, locked, half written or unreadable: {@link Trace.status} says so.
   */
  poll(): Promise<readonly Turn[]>;
  /** What is known after the last poll. */
  status(): TraceStatus;
  /** Closes what is open. A poll afterwards gives no turns. */
  close(): void;
}
