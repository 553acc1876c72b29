import { cutLine } from './cut-line.ts';
import type { DurableLog } from './durable-log.ts';

const LINE_FEED = 0x0a;
const NEWLINE = Uint8Array.of(LINE_FEED);
const NOTHING = new Uint8Array(0);
const MOST_BYTES = 64 * 1024;

/** Writes a run's admitted output to its log. */
export interface LineWriter {
  /** Whole lines, or a piece of an overlong one. What is longer than 64 KiB becomes several lines: endless ones cannot be read. */
  write(bytes: Uint8Array): void;
  /** The front of a line that goes on later. */
  show(bytes: Uint8Array): void;
}

export function openLineWriter(log: Pick<DurableLog, 'write'>): LineWriter {
  // What of an overlong line is not written yet.
  let held: Uint8Array = NOTHING;

  function taken(bytes: Uint8Array): Uint8Array {
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    held = NOTHING;
    return all;
  }

  function writePiece(piece: Uint8Array): number {
    const cut = cutLine(piece);
    log.write(piece.subarray(0, cut));
    log.write(NEWLINE);
    return cut;
  }

  /** Writes the lines of `all` that are too long in pieces; gives where the rest begins. */
  function writeLong(all: Uint8Array): number {
    let written = 0;
    for (let start = 0; all.length - start > MOST_BYTES; ) {
      const end = all.indexOf(LINE_FEED, start);
      if ((end === -1 ? all.length : end) - start <= MOST_BYTES) {
        start = end + 1;
      } else {
        log.write(all.subarray(written, start));
        start += writePiece(all.subarray(start, start + MOST_BYTES));
        written = start;
      }
    }
    return written;
  }

  return {
    write(bytes) {
      if (bytes.length === 0) {
        return;
      }
      const all = taken(bytes);
      const rest = all.subarray(writeLong(all));
      const open = rest.subarray(rest.lastIndexOf(LINE_FEED) + 1);
      log.write(rest.subarray(0, rest.length - open.length));
      // The end of a piece waits for more: cut so soon, it would lose half a word.
      const cut = open.length > MOST_BYTES / 2 ? writePiece(open) : 0;
      held = new Uint8Array(open.subarray(cut));
    },
    show: (bytes) => log.write(taken(bytes)),
  };
}
