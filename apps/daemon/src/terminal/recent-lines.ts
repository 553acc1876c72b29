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
  let lines: string[] = [];
  return {
    add(block) {
      const last = endOf(block, cols * rows).split('\n');
      lines = fitting([...lines, ...last], { cols, rows: rows - 1 });
    },
    get lines() {
      return lines;
    },
  };
}

/** The last characters, and maybe some more: all of a large block need not become a string. */
function endOf(block: LineBlock, characters: number): string {
  if (block.kind === 'lines' && block.bytes !== undefined) {
    const { bytes } = block;
    const end = bytes.subarray(-LONGEST_CHARACTER * characters - 1, -1);
    return Buffer.from(end.buffer, end.byteOffset, end.length).toString('utf8');
  }
  return block.text.slice(-characters);
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
