import { type Finding, type KeyPath, suggest } from '@harness/config-text';
import { type CustomRule, checkRule, rules } from '@harness/redact';
import { asTable, type RawTable } from './refuse.ts';

/** What the redactor would not take of a `[redact]` table: rules that it cannot run, rules that it does not know. */
export function redactRules(document: RawTable): Finding[] {
  const table = asTable(document['redact']);
  if (table === undefined) {
    return [];
  }
  const own = listOf(table['rule']);
  return [
    ...own.flatMap((rule, index) => unusableRule(['redact', 'rule', index], rule)),
    ...repeatedIds(own),
    ...unknownIds(listOf(table['disable'])),
  ];
}

function unusableRule(path: KeyPath, rule: unknown): Finding[] {
  const reason = isShaped(rule) ? checkRule(rule) : undefined;
  if (reason === undefined) {
    return [];
  }
  const key =
    ['id', 'keyword', 'pattern', 'label'].find((name) => reason.startsWith(name)) ?? 'pattern';
  const at = [...path, key === 'keyword' ? 'keywords' : key];
  return [{ path: at, code: 'wrong_value', form: 'key', sentence: `does not do: ${reason}` }];
}

function isShaped(rule: unknown): rule is CustomRule {
  const { id, keywords, pattern } = asTable(rule) ?? {};
  return (
    typeof id === 'string' &&
    typeof pattern === 'string' &&
    Array.isArray(keywords) &&
    keywords.length > 0 &&
    keywords.every((keyword) => typeof keyword === 'string')
  );
}

function repeatedIds(own: readonly unknown[]): Finding[] {
  const ids = own.map((rule) => asTable(rule)?.['id']);
  return ids.flatMap((id, index) =>
    typeof id === 'string' && ids.indexOf(id) < index
      ? [
          {
            path: ['redact', 'rule', index, 'id'],
            code: 'duplicate' as const,
            sentence: 'names an earlier rule: each rule has an id of its own',
          },
        ]
      : [],
  );
}

function unknownIds(disabled: readonly unknown[]): Finding[] {
  const known = rules.map((rule) => rule.id);
  return disabled.flatMap((id, index) =>
    typeof id === 'string' && !known.includes(id)
      ? [
          {
            path: ['redact', 'disable', index],
            code: 'wrong_value' as const,
            sentence: `is no rule of the redactor${near(id, known)}`,
          },
        ]
      : [],
  );
}

/** The list of all rules is too long for a message. */
function near(id: string, known: readonly string[]): string {
  const advice = suggest(id, known);
  return advice.includes('did you mean') ? advice : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
