import { Bytes, utf8Of } from './bytes.ts';
import type { Mask } from './mask.ts';
import type { Span } from './span.ts';

/**
 * `source[from, to)` with the ordered, disjoint `spans` masked. A span that reaches beyond `to` is cut there; one that
 * begins before `from` is the rest of a mask that stands already, and is only left out.
 */
export function spliceBytes(
  source: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
  spans: readonly Span[],
  mask: Mask,
): Bytes {
  if (spans.length === 0) {
    return new Bytes(source.buffer.slice(source.byteOffset + from, source.byteOffset + to));
  }
  const parts: Uint8Array[] = [];
  let at = from;
  for (const span of spans) {
    parts.push(source.subarray(at, Math.max(at, span.start)));
    if (span.start >= from) {
      parts.push(utf8Of(mask(span.ruleId)));
    }
    at = Math.min(to, span.end);
  }
  parts.push(source.subarray(at, to));
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Bytes {
  const joined = new Bytes(new ArrayBuffer(parts.reduce((sum, part) => sum + part.length, 0)));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
