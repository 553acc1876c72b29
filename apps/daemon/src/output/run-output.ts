import type { RunBorder } from '../border/run-border.ts';
import type { OutputSource } from '../process/harness-process.ts';
import type { DurableLog } from './durable-log.ts';
import { type LineBlock, type SplitLines, splitLines } from './line-splitter.ts';
import { openLineWriter } from './line-writer.ts';
import { createQuietTimer } from './quiet-timer.ts';
import { openUnfinishedLine } from './unfinished-line.ts';
import { watchLastLine } from './watch-last-line.ts';

/** What one run's output goes through. */
export interface RunOutputOptions {
  readonly log: Pick<DurableLog, 'full' | 'room' | 'write'>;
  readonly border: RunBorder;
  /** How bytes become lines; default {@link splitLines}. A terminal's emulator goes here. */
  readonly split?: SplitLines;
  /** After this long without output a line that is not finished is a prompt, and its front is written. Default 200. */
  readonly quietMs?: number;
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

const LINE_FEED = 0x0a;
const QUIET_MS = 200;

/** Wires one run's output to its log through the border, and remembers its last line. */
export function openRunOutput(options: RunOutputOptions): RunOutput {
  const { log, border, split = splitLines, quietMs = QUIET_MS } = options;
  const writer = openLineWriter(log);
  const last = watchLastLine();
  const unfinished = openUnfinishedLine();
  const quiet = createQuietTimer(quietMs, showPrompt);
  let source: OutputSource | undefined;
  let isHeld = false;
  let hasEnded = false;

  function take(block: LineBlock): void {
    if (block.kind === 'lines' && block.bytes !== undefined && unfinished.isNew()) {
      pass(block.bytes);
    } else {
      const isWhole = block.kind === 'lines' || block.part === 'last';
      pass(unfinished.goOn(isWhole ? `${block.text}\n` : block.text));
    }
  }

  function pass(text: Uint8Array | string): void {
    const admitted = border.write(text);
    last.add(admitted);
    writer.write(admitted);
  }

  function showPrompt(): void {
    const more = unfinished.grow(splitter.unfinished?.());
    if (more !== undefined) {
      pass(more);
      const front = border.idle();
      last.add(front);
      writer.show(front);
    }
  }

  function holdBack(): void {
    isHeld = true;
    source?.pause();
    Promise.all([log.room(), splitter.room?.()]).then(letGo, letGo);
  }

  function letGo(): void {
    isHeld = false;
    source?.resume();
  }

  const splitter = split(take);

  return {
    push: (chunk) => {
      if (hasEnded) {
        return;
      }
      splitter.push(chunk);
      if (chunk.at(-1) === LINE_FEED) {
        quiet.clear();
      } else {
        quiet.restart();
      }
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
        quiet.clear();
        await splitter.end();
        pass(unfinished.close());
        const rest = border.end();
        last.add(rest);
        writer.write(rest);
      }
    },
    lastLine: last.line,
  };
}
