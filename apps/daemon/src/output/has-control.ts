const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
// What begins with the former is a control character unless the latter, or more, follows.
const BEYOND_ASCII = 0xc2;
const FIRST_LETTER = 0xa0;
// Which bytes are control characters but the tab and the newline, or begin one of those beyond ASCII.
const SUSPECT = new Uint8Array(256);
SUSPECT.fill(1, 0x00, 0x20);
SUSPECT[0x09] = 0;
SUSPECT[0x0a] = 0;
SUSPECT[0x7f] = 1;
SUSPECT[BEYOND_ASCII] = 1;

/**
 * Whether UTF-8 may hold control characters beside tabs and newlines. Four bytes at a time: every byte of every
 * harness passes through here.
 */
export function mayHoldControl(bytes: Uint8Array): boolean {
  const lastFour = bytes.length - 3;
  let at = 0;
  for (; at < lastFour; at += 4) {
    if ((flag(bytes, at) | flag(bytes, at + 1) | flag(bytes, at + 2) | flag(bytes, at + 3)) !== 0) {
      return true;
    }
  }
  for (; at < bytes.length; at += 1) {
    if (flag(bytes, at) !== 0) {
      return true;
    }
  }
  return false;
}

/**
 * Copies UTF-8 without the carriage returns that stand before newlines; gives how long the copy is, and undefined when
 * there are other control characters beside tabs and newlines.
 *
 * @param target - At least as long as the source.
 */
export function copyLines(source: Uint8Array, target: Uint8Array): number | undefined {
  const lastFour = source.length - 3;
  let to = 0;
  for (let at = 0; at < source.length; ) {
    if (
      at < lastFour &&
      (flag(source, at) | flag(source, at + 1) | flag(source, at + 2) | flag(source, at + 3)) === 0
    ) {
      target[to] = source[at] as number;
      target[to + 1] = source[at + 1] as number;
      target[to + 2] = source[at + 2] as number;
      target[to + 3] = source[at + 3] as number;
      at += 4;
      to += 4;
    } else if (flag(source, at) === 0 || isLetter(source, at)) {
      target[to++] = source[at++] as number;
    } else if (source[at] === CARRIAGE_RETURN && source[at + 1] === LINE_FEED) {
      at += 1;
    } else {
      return undefined;
    }
  }
  return to;
}

function isLetter(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === BEYOND_ASCII && (bytes[at + 1] ?? 0) >= FIRST_LETTER;
}

function flag(bytes: Uint8Array, at: number): number {
  return SUSPECT[bytes[at] as number] as number;
}
