import type { LineBlock } from '../output/line-splitter.ts';
import type { TerminalSize } from '../process/spawn-terminal.ts';

/** The last lines that were printed, as far as they fit on a screen. */
export interface RecentLines {
  add(block: LineBlock): void;
  readonly lines: readonly string[];
}

// In UTF-8.
const LONGEST_CHARACTER = 4;

/** Keeps what a terminal of this size would still show above the row that is written next. */
export function recentLines({ cols, rows }: TerminalSize): RecentLines {
  const characters = cols * rows;
  const tail = keepTail(LONGEST_CHARACTER * characters);
  return {
    add(block) {
      const bytes = block.kind === 'lines' ? block.bytes : undefined;
      tail.add(bytes ?? Buffer.from(`${block.text.slice(-characters)}\n`));
    },
    get lines() {
      const text = tail.bytes().toString('utf8');
      return fitting(text.split('\n').slice(0, -1), { cols, rows: rows - 1 });
    },
  };
}

function fitting(lines: readonly string[], { cols, rows }: TerminalSize): string[] {
  let left = rows;
  const first = lines.findLastIndex((line) => {
    // Wide characters take two columns.
    left -= Math.max(1, Math.ceil((line.length * 2) / cols));
    return left < 0;
  });
  return lines.slice(first + 1);
}

interface Tail {
  add(bytes: Uint8Array): void;
  bytes(): Buffer;
}

/** Copies, for a loud program adds many times what is looked at once. */
function keepTail(limitBytes: number): Tail {
  let buffer = Buffer.alloc(0);
  let size = 0;
  return {
    add(bytes) {
      const last = bytes.subarray(-limitBytes);
      if (buffer.length === 0) {
        buffer = Buffer.allocUnsafeSlow(2 * limitBytes);
      }
      if (size + last.length > buffer.length) {
        buffer.copyWithin(0, size - limitBytes, size);
        size = limitBytes;
      }
      buffer.set(last, size);
      size += last.length;
    },
    bytes: () => buffer.subarray(Math.max(0, size - limitBytes), size),
  };
}
