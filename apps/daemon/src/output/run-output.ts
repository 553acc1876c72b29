import type { OutputSource } from '../process/harness-process.ts';
import type { DurableLog } from './durable-log.ts';
import { lastSettledLine } from './last-line.ts';
import { type LineBlock, type SplitLines, splitLines } from './line-splitter.ts';

/** What one run's output goes through. */
export interface RunOutputOptions {
  readonly log: Pick<DurableLog, 'append' | 'full' | 'room'>;
  /**
   * The border: gets whole lines joined by newlines, or one part of an overlong line, in order, and returns
   * what may be kept. Must not throw.
   */
  readonly admit: (text: string) => string;
  /** How bytes become lines; default {@link splitLines}. A terminal's emulator goes here. */
  readonly split?: SplitLines;
}

/** The output of one run. */
export interface RunOutput {
  /** Takes a chunk, which is only lent for the call; after {@link end} it is thrown away. */
  push(chunk: Buffer): void;
  /** Names what is paused while the log is full. */
  attach(source: OutputSource): void;
  /** The run's output is drained: the unfinished line is closed and written when this settles. */
  end(): Promise<void>;
  /**
   * The last line a person would read, redacted, of an overlong one its start; complete when {@link end} has settled.
   * Undefined when the run printed none.
   */
  lastLine(): string | undefined;
}

/** Wires one run's output to its log through the border, and remembers its last line. */
export function openRunOutput({ log, admit, split = splitLines }: RunOutputOptions): RunOutput {
  let source: OutputSource | undefined;
  let lastLine: string | undefined;
  let isHeld = false;
  let hasEnded = false;

  const take = (block: LineBlock): void => {
    const text = admit(block.text);
    log.append(text);
    if (block.kind === 'lines' || block.part === 'first') {
      lastLine = lastSettledLine(text) ?? lastLine;
    }
  };
  const holdBack = (): void => {
    isHeld = true;
    source?.pause();
    Promise.all([log.room(), splitter.room?.()]).then(letGo, letGo);
  };
  const letGo = (): void => {
    isHeld = false;
    source?.resume();
  };
  const splitter = split(take);

  return {
    push: (chunk) => {
      if (hasEnded) {
        return;
      }
      splitter.push(chunk);
      if ((log.full || splitter.full === true) && !isHeld) {
        holdBack();
      }
    },
    attach: (attached) => {
      source = attached;
      if (isHeld) {
        attached.pause();
      }
    },
    end: async () => {
      if (!hasEnded) {
        hasEnded = true;
        await splitter.end();
      }
    },
    lastLine: () => lastLine,
  };
}
