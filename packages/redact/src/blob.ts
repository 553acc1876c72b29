import { BASE64, classOf, endOf, isIn } from './characters.ts';
import type { Line } from './line.ts';

/** A run of base64 characters longer than this is a blob: an image, an archive, never one token. */
const SHORTEST_BLOB = 1024;
/** How much of either end of a blob is looked at: a token may be glued to it there. */
const EDGE = 256;

/** Where to go on with a scan of `text` at `at`: before the end of a blob when this is the inside of one, else `at`. */
export function textBlobEnd(text: string, at: number, from: number, to: number): number {
  if (!isIn(text.charCodeAt(at), BASE64) || !isIn(text.charCodeAt(at + EDGE), BASE64)) {
    return at;
  }
  const front = Math.max(from, at - EDGE);
  let start = at;
  while (start > front && isIn(text.charCodeAt(start - 1), BASE64)) {
    start--;
  }
  const end = at - start < EDGE ? at : endOf(text, at, to, BASE64);
  return end - at > SHORTEST_BLOB ? end - EDGE : at;
}

/** {@link textBlobEnd} over bytes. */
export function byteBlobEnd(bytes: Uint8Array, at: number, from: number, to: number): number {
  if (!isIn(bytes[at] ?? 10, BASE64) || !isIn(bytes[at + EDGE] ?? 10, BASE64)) {
    return at;
  }
  const front = Math.max(from, at - EDGE);
  let start = at;
  while (start > front && isIn(bytes[start - 1] ?? 10, BASE64)) {
    start--;
  }
  if (at - start < EDGE) {
    return at;
  }
  let end = at;
  while (end + 8 <= to && fourAreBase64(bytes, end) && fourAreBase64(bytes, end + 4)) {
    end += 8;
  }
  while (end < to && isIn(bytes[end] ?? 10, BASE64)) {
    end++;
  }
  return end - at > SHORTEST_BLOB ? end - EDGE : at;
}

/** Whether `[start, end)` lies inside a blob, away from its ends. */
export function isInBlob(line: Line, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (!isIn(line.codeAt(at), BASE64)) {
      return false;
    }
  }
  const [from, to] = line.base64Run(start);
  return to - from > SHORTEST_BLOB && start - from >= EDGE && to - end >= EDGE;
}

function fourAreBase64(bytes: Uint8Array, at: number): boolean {
  const all =
    (classOf[bytes[at] as number] as number) &
    (classOf[bytes[at + 1] as number] as number) &
    (classOf[bytes[at + 2] as number] as number) &
    (classOf[bytes[at + 3] as number] as number);
  return (all & BASE64) !== 0;
}
