/** A stretch `[start, end)` of a text that a rule wants masked. Offsets count UTF-16 units. */
export interface Span {
  readonly ruleId: string;
  readonly start: number;
  readonly end: number;
}

/** The same spans in order, overlapping and touching ones made one; the longest gives its rule's name. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end || span.end <= span.start) {
      if (span.end > span.start) {
        merged.push(span);
      }
    } else {
      merged[merged.length - 1] = join(last, span);
    }
  }
  return merged;
}

/** `text` with each of the ordered, disjoint `spans` replaced by what `mask` says of it. */
export function replaceSpans(
  text: string,
  spans: readonly Span[],
  mask: (ruleId: string) => string,
): string {
  let out = '';
  let from = 0;
  for (const span of spans) {
    out += text.slice(from, span.start) + mask(span.ruleId);
    from = span.end;
  }
  return out + text.slice(from);
}

function join(a: Span, b: Span): Span {
  const longest = b.end - b.start > a.end - a.start ? b : a;
  return { ruleId: longest.ruleId, start: a.start, end: Math.max(a.end, b.end) };
}
