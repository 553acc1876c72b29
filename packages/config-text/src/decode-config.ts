import type { Position, Refused } from './problem.ts';

/** The text of a configuration file, without a byte-order mark. */
export interface Decoded {
  readonly kind: 'text';
  readonly text: string;
}

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
];

const START: Position = { line: 1, column: 1 };

/**
 * Decodes the bytes of a configuration file as UTF-8. A byte-order mark is left out. UTF-16 and UTF-32, a NUL
 * and bytes that are no UTF-8 are refused, each by name, with the place of the first wrong byte.
 */
export function decodeConfig(bytes: Uint8Array, file: string): Decoded | Refused {
  const foreign = encodingOf(bytes);
  if (foreign !== undefined) {
    return refuse(file, START, `the file is ${foreign}: save it as UTF-8`);
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = firstWrongIndex(bytes, text);
  if (wrong !== undefined) {
    return refuse(file, positionAt(text, wrong), 'a byte that is no UTF-8: save the file as UTF-8');
  }
  return refuseNul(text, file) ?? { kind: 'text', text };
}

/** Refuses a text that holds a NUL, which no text file does. */
export function refuseNul(text: string, file: string): Refused | undefined {
  const index = text.indexOf('\0');
  return index < 0
    ? undefined
    : refuse(file, positionAt(text, index), 'a NUL byte: this is no text file');
}

function encodingOf(bytes: Uint8Array): string | undefined {
  const mark = MARKS.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) {
    return mark[0];
  }
  // Without a mark, every second byte of ASCII written as UTF-16 is a NUL.
  const pairs = [bytes[0] === 0, bytes[1] === 0, bytes[2] === 0, bytes[3] === 0];
  const alternates = pairs[0] !== pairs[1] && pairs[0] === pairs[2] && pairs[1] === pairs[3];
  return bytes.length >= 4 && alternates ? 'UTF-16' : undefined;
}

function firstWrongIndex(bytes: Uint8Array, text: string): number | undefined {
  const encoder = new TextEncoder();
  let offset = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let from = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', from)) {
    offset += encoder.encode(text.slice(from, at)).length;
    // A replacement character that stands in the file itself is these three bytes.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) {
      return at;
    }
    offset += 3;
    from = at + 1;
  }
  return undefined;
}

function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: index - lineStart + 1 };
}

function refuse(file: string, position: Position, message: string): Refused {
  return { kind: 'refused', problems: [{ file, ...position, code: 'encoding', message }] };
}
