import { isUtf8 } from 'node:buffer';
import { cutLine } from './cut-line.ts';
import { copyLines, mayHoldControl } from './has-control.ts';
import { unfinishedCharacter } from './unfinished-character.ts';
import { HAS_MOVE, visibleText } from './visible-text.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MAX_LINE_BYTES = 64 * 1024;
const NOTHING = Buffer.alloc(0);
// One for all: each block is passed on before the next is made.
const scratch = Buffer.allocUnsafeSlow(MAX_LINE_BYTES);

/**
 * What a splitter passes on: whole lines joined by newlines, or one part of a line that is too long to be
 * held. `part` says where in the line it is; together the parts are the one line.
 */
export type LineBlock =
  | {
      readonly kind: 'lines';
      readonly text: string;
      /** The same as UTF-8 with a newline at its end, where it came so; lent for the call. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: 'part'; readonly part: 'first' | 'middle' | 'last'; readonly text: string };

/** Takes bytes and passes lines on. */
export interface LineSplitter {
  /** Takes a chunk, which is only lent for the call. */
  push(chunk: Buffer): void;
  /** Passes on the unfinished line; all is passed on when it settles, or has returned. */
  end(): void | Promise<void>;
  /** Whether more waits inside than should; absent where nothing does. The caller holds its source back then. */
  readonly full?: boolean;
  /** Settles when there is room again. */
  room?(): Promise<void>;
  /**
   * What stands in the unfinished line and can only grow; undefined where there is none, where it may still be
   * repainted, and where parts of it were passed on.
   */
  unfinished?(): string | undefined;
}

/** A splitter that somebody else may go on for. */
export interface PlainSplitter extends LineSplitter {
  end(): void;
  /** Gives up the bytes of the unfinished line; what was passed on of it already is ended as a line. */
  release(): Buffer;
}

/** Makes a splitter that passes its lines to `onBlock`. */
export type SplitLines = (onBlock: (block: LineBlock) => void) => LineSplitter;

/**
 * Splits bytes into lines as a person would see them (see {@link visibleText}), in blocks as large as the
 * chunks allow. UTF-8 that is split between chunks is put together, what is not UTF-8 becomes U+FFFD.
 * The lines do not depend on where the chunks begin and end.
 *
 * Holds at most `maxLineBytes` (default 64 KiB) of an unfinished line. A longer one is passed on in parts, cut
 * at white space where there is some near the end, so that a word is not cut; but what was overwritten by
 * carriage returns is given up first, so that an endless spinner stays one line.
 */
export function splitLines(
  onBlock: (block: LineBlock) => void,
  maxLineBytes: number = MAX_LINE_BYTES,
): PlainSplitter {
  const held = holdBytes();
  let isPartial = false;

  const passPart = (bytes: Buffer, isLast: boolean): void => {
    const first = isLast ? 'last' : 'middle';
    onBlock({ kind: 'part', part: isPartial ? first : 'first', text: read(bytes) });
    isPartial = !isLast;
  };
  const relieve = (): void => {
    while (held.size() > maxLineBytes) {
      const head = held.bytes().subarray(0, maxLineBytes);
      const settled = settle(head);
      if (settled.length <= maxLineBytes / 2) {
        held.replaceStart(maxLineBytes, settled);
      } else {
        const cut = cutLine(head);
        passPart(head.subarray(0, cut), false);
        held.replaceStart(cut, NOTHING);
      }
    }
  };
  const finishLine = (): void => {
    relieve();
    if (isPartial) {
      passPart(held.bytes(), true);
    } else {
      onBlock({ kind: 'lines', text: read(held.bytes()) });
    }
    held.clear();
  };
  const pushSlice = (slice: Buffer): void => {
    const lastEnd = slice.lastIndexOf(LINE_FEED);
    let from = 0;
    if (lastEnd !== -1 && (isPartial || held.size() > 0)) {
      const firstEnd = slice.indexOf(LINE_FEED);
      held.add(slice.subarray(0, firstEnd));
      finishLine();
      from = firstEnd + 1;
    }
    if (lastEnd >= from) {
      onBlock(wholeLines(slice.subarray(from, lastEnd + 1)));
    }
    held.add(slice.subarray(Math.max(from, lastEnd + 1)));
    relieve();
  };

  return {
    push: (chunk) => {
      const step = Math.min(maxLineBytes, scratch.length);
      for (let at = 0; at < chunk.length; at += step) {
        pushSlice(chunk.subarray(at, at + step));
      }
    },
    unfinished: () => {
      const bytes = held.bytes();
      const text = bytes.subarray(0, bytes.length - unfinishedCharacter(bytes)).toString('utf8');
      return isPartial || text === '' || HAS_MOVE.test(text) ? undefined : visibleText(text);
    },
    end: () => {
      if (isPartial || held.size() > 0) {
        finishLine();
      }
    },
    release: () => {
      if (isPartial) {
        finishLine();
      }
      const bytes = Buffer.from(held.bytes());
      held.clear();
      return bytes;
    },
  };
}

// Most output is plain text, of which there may be a lot: it is not turned into a string unless somebody asks.
function wholeLines(printed: Buffer): LineBlock {
  const bytes = mayHoldControl(printed) ? withoutReturns(printed) : printed;
  if (bytes === undefined || !isUtf8(bytes)) {
    const text = printed.toString('utf8').replace(/\r\n/g, '\n');
    return { kind: 'lines', text: visibleText(text.slice(0, -1)) };
  }
  return {
    kind: 'lines',
    bytes,
    get text() {
      return bytes.toString('utf8', 0, bytes.length - 1);
    },
  };
}

// A terminal puts a carriage return before each newline, which is none that overwrites.
function withoutReturns(printed: Buffer): Buffer | undefined {
  const size = copyLines(printed, scratch);
  return size === undefined ? undefined : scratch.subarray(0, size);
}

function read(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return mayHoldControl(bytes) ? visibleText(text) : text;
}

// The start of a line without what carriage returns have overwritten in it.
function settle(head: Buffer): Buffer {
  const lastReturn = head.lastIndexOf(CARRIAGE_RETURN);
  const row = lastReturn === -1 ? '\n' : read(head.subarray(0, lastReturn));
  return row.includes('\n') ? head : Buffer.concat([Buffer.from(row), head.subarray(lastReturn)]);
}

interface HeldBytes {
  size(): number;
  bytes(): Buffer;
  add(bytes: Buffer): void;
  replaceStart(count: number, by: Buffer): void;
  clear(): void;
}

// One buffer that grows: an agent that prints byte by byte must not cost an object a byte.
function holdBytes(): HeldBytes {
  let buffer = NOTHING;
  let size = 0;
  return {
    size: () => size,
    bytes: () => buffer.subarray(0, size),
    add: (bytes) => {
      if (size + bytes.length > buffer.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(256, (size + bytes.length) * 2));
        buffer.copy(grown, 0, 0, size);
        buffer = grown;
      }
      size += bytes.copy(buffer, size);
    },
    replaceStart: (count, by) => {
      by.copy(buffer);
      buffer.copyWithin(by.length, count, size);
      size += by.length - count;
    },
    clear: () => {
      size = 0;
      buffer = NOTHING;
    },
  };
}
