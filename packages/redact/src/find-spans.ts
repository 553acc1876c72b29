import { learnFrom, maskEach } from './learned-values.ts';
import { initialState, isWatching } from './line-state.ts';
import { matchAnyLine } from './long-line.ts';
import type { RuleSet } from './rule-set.ts';
import { firstHit } from './scan.ts';
import { mergeSpans, type Span } from './span.ts';

/** The spans of a whole text, in order and disjoint. Lines without a keyword are passed over. */
export function findSpans(text: string, rules: RuleSet): Span[] {
  const state = initialState();
  const spans: Span[] = [];
  let from = 0;
  while (from < text.length) {
    const hit = isWatching(state) ? from + 1 : firstHit(text, from, text.length, rules);
    if (hit < 0) {
      break;
    }
    const start = Math.max(from, text.lastIndexOf('\n', hit - 1) + 1);
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = {
      length: end - start,
      slice: (a: number, b: number) => text.slice(start + a, start + b),
    };
    for (const span of matchAnyLine(line, 0, rules, state)) {
      spans.push({ ruleId: span.ruleId, start: start + span.start, end: start + span.end });
    }
    from = end + 1;
  }
  return withRepeated(text, spans, rules);
}

/** Adds what is found by its value alone: values that came up elsewhere in the text, and known ones. */
function withRepeated(text: string, spans: readonly Span[], rules: RuleSet): Span[] {
  if (!rules.learn && rules.wide.length === 0) {
    return mergeSpans(spans);
  }
  const learned = new Set<string>();
  if (rules.learn) {
    learnFrom(text, spans, learned);
  }
  return mergeSpans([
    ...spans,
    ...maskEach(text, learned, 'learned-value'),
    ...maskEach(text, rules.wide, 'known-value'),
  ]);
}
