import type { RefusalMaterial } from './refusal.ts';
import type { RuleEntry } from './refusal-rules.ts';

/** The meaning of a status alone, for a text that no word rule knows. */
export function ruleOfStatus(status: number): Pick<RuleEntry, 'class' | 'rule'> | undefined {
  const known = STATUSES[status];
  if (known !== undefined) {
    return known;
  }
  return status >= 500 ? { class: 'other', rule: 'server' } : undefined;
}

/** The HTTP status of a refusal: the stated one, else the one that its text begins with or names. */
export function statusOf(material: RefusalMaterial): number | undefined {
  if (material.status !== undefined) {
    return material.status;
  }
  const found = NAMED.exec(material.text) ?? LEADING.exec(material.text);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

const NAMED = /\b(?:error|status|code|http|rejected)\b\W{0,4}(?:code\W{0,4})?([45]\d\d)\b/i;
// A bare number counts only where a reason phrase, JSON or a bracket follows it.
const LEADING = /(?:^|[:("])\s*([45]\d\d)(?:\)| (?=[A-Z{"'[]))/;

const STATUSES: Readonly<Record<number, Pick<RuleEntry, 'class' | 'rule'>>> = {
  400: { class: 'other', rule: 'bad_request' },
  401: { class: 'auth', rule: 'key' },
  402: { class: 'quota', rule: 'credits' },
  403: { class: 'auth', rule: 'key' },
  408: { class: 'timeout', rule: 'request' },
  413: { class: 'context', rule: 'request_too_large' },
  429: { class: 'quota', rule: 'rate_limit' },
  504: { class: 'timeout', rule: 'gateway' },
  529: { class: 'other', rule: 'overloaded' },
};
