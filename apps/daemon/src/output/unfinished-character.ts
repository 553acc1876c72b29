/** How many bytes at the end belong to a character of UTF-8 whose other bytes follow. */
export function unfinishedCharacter(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte >= 0xc0) {
      return count < sequenceLength(byte) ? count : 0;
    }
    if (byte < 0x80) {
      return 0;
    }
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) {
    return 4;
  }
  return lead >= 0xe0 ? 3 : 2;
}
