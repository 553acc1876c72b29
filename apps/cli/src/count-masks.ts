import { Transform, type TransformCallback } from 'node:stream';

// A mask begins so, whatever else it says.
const MASK = Buffer.from('[REDACTED');

/** Counts the masks in a log that passes through it unchanged. */
export interface MaskCounter {
  readonly through: Transform;
  /** So far. */
  readonly seen: number;
}

export function countMasks(): MaskCounter {
  let seen = 0;
  let end: Buffer = Buffer.alloc(0);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      // A mask that is cut by the end of a chunk begins in the end of the last one.
      const text = Buffer.concat([end, chunk]);
      seen += occurrences(text);
      end = text.subarray(Math.max(0, text.length - MASK.length + 1));
      done(null, chunk);
    },
  });
  return {
    through,
    get seen() {
      return seen;
    },
  };
}

function occurrences(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(MASK); at !== -1; at = text.indexOf(MASK, at + MASK.length)) {
    count += 1;
  }
  return count;
}
