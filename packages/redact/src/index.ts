import { findSpans } from './find-spans.ts';
import { buildRuleSet } from './rule-set.ts';
import { replaceSpans } from './span.ts';
const rules = buildRuleSet(new Set());
export function redact(text: string): string {
  const spans = findSpans(text, rules);
  return spans.length === 0 ? text : replaceSpans(text, spans, () => '[REDACTED]');
}
export function findSecrets(text: string): unknown {
  return findSpans(text, rules);
}
