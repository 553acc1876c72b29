import type { OutputSource } from '../process/harness-process.ts';
import type { DurableLog } from './durable-log.ts';
import type { SplitLines } from './line-splitter.ts';

/** What one run's output goes through. */
export interface RunOutputOptions {
  readonly log: DurableLog;
  /** The border: gets whole lines joined by newlines, or one piece of an overlong line, and returns what may be kept. */
  readonly admit: (text: string) => string;
  /** How bytes become lines; default the line splitter. A terminal's emulator goes here. */
  readonly split?: SplitLines;
}

/** The output of one run. */
export interface RunOutput {
  /** Takes a chunk, which is only lent for the call. */
  push(chunk: Buffer): void;
  /** Names what is paused while the log is full. */
  attach(source: OutputSource): void;
  /** The run is over: the unfinished line is closed and written. */
  end(): void;
  /** The last line a person would read, redacted; call it after {@link end}. Undefined when there is none. */
  lastLine(): string | undefined;
}

/** Wires one run's output to its log, and remembers its end. */
export function openRunOutput(_options: RunOutputOptions): RunOutput {
  return {
    push: () => undefined,
    attach: () => undefined,
    end: () => undefined,
    lastLine: () => undefined,
  };
}
