// Which bytes are control characters but the tab and the newline, or begin one of those beyond ASCII.
const SUSPECT = new Uint8Array(256);
SUSPECT.fill(1, 0x00, 0x20);
SUSPECT[0x09] = 0;
SUSPECT[0x0a] = 0;
SUSPECT[0x7f] = 1;
SUSPECT[0xc2] = 1;

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

function flag(bytes: Uint8Array, at: number): number {
  return SUSPECT[bytes[at] as number] as number;
}
