import type { ProcessEntry } from './process-table.ts';

/** How a process ended by itself or by a signal. Structurally a part of supervision's `Exit`. */
export type ProcessExit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string };

/** The end of a run's first process, on the clock that {@link SpawnContext} was given. */
export interface ExitReport {
  readonly exit: ProcessExit;
  readonly endedMs: number;
}

/** What holds back and lets on a run's output. */
export interface OutputSource {
  /** Stops reading: the kernel's buffer fills and the writer blocks. */
  pause(): void;
  /** Reads on. */
  resume(): void;
}

/** One run of a harness: its first process, the output and everything that belongs to it. */
export interface HarnessProcess extends OutputSource {
  readonly pid: number;
  /**
   * The kernel's start time with the boot it belongs to: with `pid` the identity that survives a
   * daemon. An opaque string, empty when the process was gone before it could be read.
   */
  readonly startTime: string;
  /** When it was started, on the caller's clock. */
  readonly startedMs: number;
  /** Settles once, at the exit of the first process; never rejects. */
  readonly exit: Promise<ExitReport>;
  /**
   * Settles once, after the exit, when nothing more of its output is to be read: at the end of file,
   * or after a quiet pause, or at the latest after a bound (see {@link DrainPolicy}). Never rejects.
   */
  readonly drained: Promise<void>;
  /** Types text into the terminal; without a terminal, after the exit, or when it is not read: nothing. */
  write(text: string): void;
  /** Gives the terminal another size; without a terminal or after the exit: nothing. */
  resize(cols: number, rows: number): void;
  /** SIGTERM to the group, to what left it within the session, and to known descendants. */
  terminate(): void;
  /** SIGKILL to the same. */
  kill(): void;
  /**
   * Settles when the first process and all that belonged to it are gone, and its output is closed.
   * Waits for ever when nobody ends them. Lists those that live on because they belong to another
   * user and cannot be signalled.
   */
  gone(): Promise<readonly ProcessEntry[]>;
  /** {@link terminate}, and {@link kill} after `graceMs` if something is left; settles as {@link gone}. */
  end(graceMs: number): Promise<readonly ProcessEntry[]>;
}

/** When a run's output counts as read although someone still holds it open. */
export interface DrainPolicy {
  /** Nothing read for this long after the exit. Default 500. */
  readonly quietMs: number;
  /** At the latest this long after the exit. Default 2,000. */
  readonly maxMs: number;
}
