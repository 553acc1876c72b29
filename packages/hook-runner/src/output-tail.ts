/** The end of what a program prints, in a fixed amount of memory. */
export interface OutputTail {
  write(chunk: Buffer): void;
  /** The text so far; undefined while nothing was printed. */
  text(): string | undefined;
}

/** Keeps the last `sizeBytes` bytes of what is written, whatever the amount. */
export function outputTail(sizeBytes: number): OutputTail {
  let kept = Buffer.alloc(0);
  let cut = false;
  return {
    write: (chunk) => {
      cut ||= kept.length + chunk.length > sizeBytes;
      kept = lastBytes(kept, chunk, sizeBytes);
    },
    text: () =>
      kept.length === 0 ? undefined : decode(cut ? fromBoundary(kept) : kept, sizeBytes),
  };
}

/** The last `sizeBytes` bytes of a text's UTF-8, beginning at a whole character. */
export function cutTail(text: string, sizeBytes: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= sizeBytes
    ? text
    : fromBoundary(bytes.subarray(bytes.length - sizeBytes)).toString();
}

// Always a copy: a view would keep the whole chunk it looks into alive.
function lastBytes(kept: Buffer, chunk: Buffer, sizeBytes: number): Buffer<ArrayBuffer> {
  const before = kept.subarray(Math.max(0, kept.length + chunk.length - sizeBytes));
  const end = chunk.subarray(Math.max(0, chunk.length - sizeBytes));
  return Buffer.concat([before, end]);
}

// A replacement mark takes three bytes where the output had one.
function decode(bytes: Buffer, sizeBytes: number): string {
  return cutTail(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), sizeBytes);
}

// A character has at most three bytes after its first.
function fromBoundary(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(start === -1 ? 3 : start);
}
