import { cutLine } from './cut-line.ts';
import type { DurableLog } from './durable-log.ts';

const LINE_FEED = 0x0a;
const NEWLINE = Uint8Array.of(LINE_FEED);
const NOTHING = new Uint8Array(0);

/** Writes a run's admitted output to its log. */
export interface LineWriter {
  /** Whole lines, or a piece of an overlong one, which becomes a line of its own: a log with endless lines cannot be read. */
  write(bytes: Uint8Array): void;
  /** The front of a line that goes on later. */
  show(bytes: Uint8Array): void;
}

export function openLineWriter(log: Pick<DurableLog, 'write'>): LineWriter {
  // The end of the last piece, from the word on that it would have cut.
  let held: Uint8Array = NOTHING;

  function taken(bytes: Uint8Array): Uint8Array {
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    held = NOTHING;
    return all;
  }

  return {
    write(bytes) {
      if (bytes.length === 0) {
        return;
      }
      const all = taken(bytes);
      if (all.at(-1) === LINE_FEED) {
        log.write(all);
        return;
      }
      const cut = cutLine(all);
      held = Uint8Array.from(all.subarray(cut));
      log.write(all.subarray(0, cut));
      if (all[cut - 1] !== LINE_FEED) {
        log.write(NEWLINE);
      }
    },
    show: (bytes) => log.write(taken(bytes)),
  };
}
