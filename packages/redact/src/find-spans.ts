import { initialState, isWatching, type LineState } from './line-state.ts';
import { matchLine } from './match-line.ts';
import type { RuleSet } from './rule-set.ts';
import type { Span } from './span.ts';

/** The spans of a whole text, in order and disjoint. Lines without a keyword are never looked at twice. */
export function findSpans(text: string, rules: RuleSet, state: LineState = initialState()): Span[] {
  const spans: Span[] = [];
  let from = 0;
  while (from < text.length) {
    const hit = isWatching(state) ? from : firstHit(text, from, rules);
    if (hit < 0) {
      break;
    }
    const start = text.lastIndexOf('\n', hit - 1) + 1;
    const newline = text.indexOf('\n', Math.max(hit - 1, start));
    const end = newline < 0 ? text.length : newline;
    for (const span of matchLine(text.slice(start, end), rules, state)) {
      spans.push({ ruleId: span.ruleId, start: start + span.start, end: start + span.end });
    }
    from = end + 1;
  }
  return spans;
}

/** The end of the first keyword in `text` from `from` on; -1: none. */
function firstHit(text: string, from: number, rules: RuleSet): number {
  const { columnOf, next, firstAccepting } = rules.automaton;
  let at = 0;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    at = next[(at << 6) | (code < 128 ? (columnOf[code] ?? 0) : 0)] ?? 0;
    if (at >= firstAccepting) {
      return index + 1;
    }
  }
  return -1;
}
