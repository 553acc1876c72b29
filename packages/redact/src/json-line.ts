import type { Span } from './span.ts';

/** Whether `text` is a JSON object or list, whole. */
export function isJson(text: string): boolean {
  if (!/^[ \t]*[{[]/.test(text)) {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A line that only looks like JSON at its start: most bracketed log lines.
    return false;
  }
}

/**
 * `spans` of the view of a JSON line, each cut to the string that it begins in: masks then leave it JSON. A key is
 * only masked when `isShape` says of the rule that it knows the secret by its own shape.
 */
export function withinStrings(
  view: string,
  spans: readonly Span[],
  isShape: (ruleId: string) => boolean,
): Span[] {
  const quotes = quotePlaces(view);
  const kept: Span[] = [];
  for (const span of spans) {
    const before = quotes.findLastIndex((place) => place < span.start);
    const close = quotes[before + 1] ?? view.length;
    // Quotes open and close in turn: an even one before the span opened the string that it is in.
    if (
      before % 2 === 0 &&
      (isShape(span.ruleId) || !/^[ \t]*:/.test(view.slice(close + 1, close + 8)))
    ) {
      kept.push({ ...span, end: Math.min(span.end, close) });
    }
  }
  return kept;
}

function quotePlaces(view: string): number[] {
  const places: number[] = [];
  for (let at = view.indexOf('"'); at >= 0; at = view.indexOf('"', at + 1)) {
    places.push(at);
  }
  return places;
}
