import type { Writable } from 'node:stream';
import type { Environment } from '@harness/protocol';

/** What a verb knows of the place it runs in. Tests give a literal. */
export interface Console {
  readonly env: Environment;
  /** Where relative paths of the command line begin. */
  readonly folder: string;
  /** For streams; text goes through `out`. */
  readonly stdout: Writable;
  /** Writes lines to standard output. */
  readonly out: (text: string) => void;
  /** Writes lines to standard error. */
  readonly err: (text: string) => void;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined when there is none: nothing is cut then. */
  readonly columns: number | undefined;
  /** Whether standard output may carry colour. */
  readonly color: boolean;
  /** Ends at the first SIGINT or SIGTERM after this call, which then no longer kill the process. */
  readonly untilInterrupted: () => AbortSignal;
}
