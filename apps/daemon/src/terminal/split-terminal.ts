import type { LineBlock, LineSplitter } from '../output/line-splitter.ts';
import { splitLines } from '../output/line-splitter.ts';
import type { TerminalSize } from '../process/spawn-terminal.ts';
import { createEmulator, type Emulator } from './emulator.ts';
import { createLineWriter } from './line-writer.ts';
import { recentLines } from './recent-lines.ts';
import { linesOfRows, type Row } from './row.ts';
import { settleRows } from './settled-rows.ts';

/** A splitter for what a program prints on its terminal. */
export interface TerminalSplitter extends LineSplitter {
  /** The lines that the terminal shows now; as raw as the program printed them. */
  screen(): string[];
}

export interface TerminalSplitterOptions {
  readonly size: TerminalSize;
  /** Types an answer of the terminal. */
  readonly reply: (text: string) => void;
  readonly onBlock: (block: LineBlock) => void;
}

const ESCAPE = 0x1b;
const LINE_FEED = 0x0a;
// What may wait for the emulator; above it the program is held back.
const PENDING_BYTES = 512 * 1024;

/**
 * Splits the output of a program on a terminal into lines. Up to its first escape sequence it is split as it comes;
 * from then on an emulator settles repaints, and a row is written when it scrolls off, when the alternate screen is
 * left, and at the end.
 */
export function splitTerminal(options: TerminalSplitterOptions): TerminalSplitter {
  const { size, onBlock } = options;
  const recent = recentLines(size);
  const plain = splitLines((block) => {
    recent.add(block);
    onBlock(block);
  });
  let screen: Screen | undefined;

  return {
    push(chunk) {
      if (screen !== undefined) {
        screen.push(chunk);
        return;
      }
      const escapeAt = chunk.indexOf(ESCAPE);
      const lineStart = escapeAt === -1 ? chunk.length : chunk.lastIndexOf(LINE_FEED, escapeAt) + 1;
      plain.push(chunk.subarray(0, lineStart));
      if (escapeAt !== -1) {
        screen = openScreen(options, recent.lines);
        screen.push(Buffer.concat([plain.release(), chunk.subarray(lineStart)]));
      }
    },
    async end() {
      plain.end();
      await screen?.end();
    },
    get full() {
      return screen?.full ?? false;
    },
    room: async () => await screen?.room(),
    unfinished: () => (screen === undefined ? plain.unfinished?.() : undefined),
    screen: () => screen?.lines() ?? [...recent.lines],
  };
}

interface Screen {
  push(chunk: Buffer): void;
  end(): Promise<void>;
  lines(): string[];
  readonly full: boolean;
  room(): Promise<void>;
}

/** Goes on with an emulator, which first gets the lines that were written already and are still in sight. */
function openScreen(
  { size, reply, onBlock }: TerminalSplitterOptions,
  written: readonly string[],
): Screen {
  const writer = createLineWriter(onBlock);
  const settled = settleRows(writer);
  const emulator = createEmulator(size, {
    scrolledOff: settled.scrolledOff,
    entersAlternate: settled.writeAndCommit,
    leavesAlternate: settled.writeLost,
    erases: settled.erase,
    replies: reply,
  });
  let pendingBytes = 0;
  let hasEnded = false;
  const waiting: (() => void)[] = [];

  if (written.length > 0) {
    emulator.write(`${written.join('\r\n')}\r\n`, () => settled.commit(emulator.screen()));
  }

  function done(sizeBytes: number): void {
    pendingBytes -= sizeBytes;
    writer.flush();
    if (pendingBytes <= PENDING_BYTES / 2) {
      for (const resolve of waiting.splice(0)) {
        resolve();
      }
    }
  }

  return {
    push(chunk) {
      const bytes = new Uint8Array(chunk);
      pendingBytes += bytes.length;
      emulator.write(bytes, () => done(bytes.length));
    },
    async end() {
      if (!hasEnded) {
        hasEnded = true;
        await new Promise<void>((resolve) => emulator.write('', resolve));
        writeRest(emulator, settled);
        writer.flush();
        emulator.dispose();
      }
    },
    lines: () => linesOfRows(emulator.screen()),
    get full() {
      return pendingBytes > PENDING_BYTES;
    },
    async room() {
      if (pendingBytes > PENDING_BYTES / 2) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

function writeRest(emulator: Emulator, settled: ReturnType<typeof settleRows>): void {
  const rows: readonly Row[] = emulator.screen();
  if (emulator.isAlternate) {
    settled.writeLost(rows);
  } else {
    settled.writeLast(rows);
  }
}
