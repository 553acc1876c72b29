import { lastSettledLine } from './last-line.ts';

const LINE_FEED = 0x0a;
// Enough for the longest last line that is kept, whatever its characters are.
const MOST_BYTES = 32 * 1024;
const NOTHING = new Uint8Array(0);

/** Remembers the last line of UTF-8 that comes in pieces, see {@link lastSettledLine}; of an overlong one its start. */
export interface LastLineWatch {
  add(bytes: Uint8Array): void;
  /** An unfinished line counts; undefined when there is none that can be read. */
  line(): string | undefined;
}

export function watchLastLine(): LastLineWatch {
  let last: string | undefined;
  let open: Uint8Array = NOTHING;

  function lastOf(bytes: Uint8Array, lastEnd: number): string | undefined {
    for (let end = lastEnd; end >= 0; ) {
      const start = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
      const isFirst = end === 0 || start === 0;
      const line = textOf(isFirst ? open : NOTHING, bytes.subarray(isFirst ? 0 : start, end));
      if (line !== undefined || isFirst) {
        return line;
      }
      end = start - 1;
    }
    return undefined;
  }

  return {
    add(bytes) {
      const end = bytes.lastIndexOf(LINE_FEED);
      if (end !== -1) {
        last = lastOf(bytes, end) ?? last;
        open = NOTHING;
      }
      open = started(open, bytes.subarray(end + 1));
    },
    line: () => textOf(open, NOTHING) ?? last,
  };
}

function textOf(front: Uint8Array, rest: Uint8Array): string | undefined {
  const bytes = started(front, rest);
  return bytes.length === 0 ? undefined : lastSettledLine(Buffer.from(bytes).toString('utf8'));
}

/** The start of a line; a copy, so that what it was cut from is not kept. */
function started(front: Uint8Array, rest: Uint8Array): Uint8Array {
  if (rest.length === 0 || front.length >= MOST_BYTES) {
    return front;
  }
  return Buffer.concat([front, rest.subarray(0, MOST_BYTES - front.length)]);
}
