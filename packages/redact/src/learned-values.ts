import { encodedForms } from './known-values.ts';
import type { Span } from './span.ts';

const SHORTEST = 12;
const MOST = 256;
const TEACHERS: ReadonlySet<string> = new Set([
  'assignment',
  'header',
  'url-userinfo',
  'command-option',
  'cookie',
  'query-parameter',
  'prompt',
  'pgpass',
  'kubernetes-secret',
]);

/** Adds to `learned` the values that their surroundings gave away: up to 256, of 12 characters or more. */
export function learnFrom(text: string, spans: readonly Span[], learned: Set<string>): void {
  for (const span of spans) {
    if (learned.size >= MOST) {
      return;
    }
    const value = text.slice(span.start, span.end);
    if (value.length >= SHORTEST && value.length <= 1024 && TEACHERS.has(span.ruleId)) {
      for (const form of encodedForms(value)) {
        learned.add(form);
      }
    }
  }
}

/** A span for each place in `text` where one of `values` stands. */
export function maskEach(text: string, values: Iterable<string>, ruleId: string): Span[] {
  const spans: Span[] = [];
  for (const value of values) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      spans.push({ ruleId, start: at, end: at + value.length });
    }
  }
  return spans;
}
