import { mergeSpans, replaceSpans, type Span } from './span.ts';

const MASK = '[REDACTED]';
const STANDING = /\[REDACTED(?::[^\][]{0,64})?\]/g;
const MOST_ROUNDS = 4;

/**
 * The spans of `match`, grown until the masked text gives no new ones: masking it again then changes nothing. Masks
 * that stand in the text already are never cut into.
 */
export function settledSpans(text: string, match: (text: string) => readonly Span[]): Span[] {
  let spans = aroundMasks(text, match(text));
  for (let round = 0; round < MOST_ROUNDS && spans.length > 0; round++) {
    const masked = replaceSpans(text, spans, () => MASK);
    const more = aroundMasks(masked, match(masked)).map((span) => originalSpan(span, spans));
    if (more.length === 0) {
      break;
    }
    spans = mergeSpans([...spans, ...more]);
  }
  return spans;
}

/** `spans` with those dropped that lie in standing masks, and the others stretched over the masks that they touch. */
function aroundMasks(text: string, spans: readonly Span[]): Span[] {
  if (spans.length === 0 || !text.includes('[REDACTED')) {
    return mergeSpans(spans);
  }
  const masks = [...text.matchAll(STANDING)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const stretched = spans.map((span) => {
    const touched = masks.filter((mask) => mask.start < span.end && mask.end > span.start);
    const start = Math.min(span.start, ...touched.map((mask) => mask.start));
    return { ...span, start, end: Math.max(span.end, ...touched.map((mask) => mask.end)) };
  });
  const merged = mergeSpans(stretched);
  return merged.filter((span) => text.slice(span.start, span.end).replaceAll(STANDING, '') !== '');
}

/** A span of the masked text, as a span of the text before `spans` were masked in it. */
function originalSpan({ ruleId, start, end }: Span, spans: readonly Span[]): Span {
  return { ruleId, start: original(start, spans, false), end: original(end, spans, true) };
}

function original(offset: number, spans: readonly Span[], isEnd: boolean): number {
  let shift = 0;
  for (const span of spans) {
    const start = span.start - shift;
    if (offset < start || (offset === start && isEnd)) {
      return offset + shift;
    }
    if (offset < start + MASK.length || (offset === start + MASK.length && isEnd)) {
      return isEnd ? span.end : span.start;
    }
    shift += span.end - span.start - MASK.length;
  }
  return offset + shift;
}
