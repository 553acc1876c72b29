import type { ProcessExit } from './harness-process.ts';
import type { OutputReader } from './output-reader.ts';

/** A program that runs, on a pipe or on a terminal. */
export interface StartedProgram {
  readonly pid: number;
  readonly exit: Promise<ProcessExit>;
  readonly reader: OutputReader;
  /** Whether the daemon was forked for it. */
  readonly forked: boolean;
  /** Only on a terminal. */
  readonly terminal?: {
    write(text: string): void;
    resize(cols: number, rows: number): void;
  };
}
