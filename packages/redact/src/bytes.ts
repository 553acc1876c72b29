// The web's own encoders, which every runtime has; the package is compiled without any runtime's types.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const SLICE = 8192;
const SHORTEST_DECODED = 256;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes that read as their UTF-8 text when they are used as a string. */
export class Bytes extends Uint8Array<ArrayBuffer> {
  override toString(): string {
    return decoder.decode(this);
  }
}

/** UTF-8 of `text`. */
export function utf8Of(text: string): Uint8Array {
  return encoder.encode(text);
}

/** `bytes[from, to)` as a string of one unit per byte, so that offsets in it are offsets in the bytes. */
export function latin1Of(bytes: Uint8Array, from: number, to: number): string {
  // Of ASCII alone the decoder makes the same, and sooner where there is much of it.
  if (to - from > SHORTEST_DECODED && isAscii(bytes, from, to)) {
    return decoder.decode(bytes.subarray(from, to));
  }
  let out = '';
  for (let at = from; at < to; at += SLICE) {
    const slice: ArrayLike<number> = bytes.subarray(at, Math.min(to, at + SLICE));
    out += String.fromCharCode.apply(null, slice as number[]);
  }
  return out;
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) {
    all |= bytes[at] as number;
  }
  return all < 128;
}
