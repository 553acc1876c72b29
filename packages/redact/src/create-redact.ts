import { checkRule } from './check-rule.ts';
import { customRule } from './custom-rule.ts';
import { findSpans } from './find-spans.ts';
import { knownValues } from './known-values.ts';
import { maskOf } from './mask.ts';
import { isSecretByName } from './named-string.ts';
import type { CustomRule, RedactOptions } from './options.ts';
import { redactStrings } from './redact-value.ts';
import { LineRedactor, type Redactor } from './redactor.ts';
import type { RuleInfo } from './rule.ts';
import { buildRuleSet, type RuleSet } from './rule-set.ts';
import { replaceSpans, type Span } from './span.ts';

const ALWAYS_ON: ReadonlySet<string> = new Set(['private-key', 'url-userinfo', 'header']);
const MOST_CUSTOM_RULES = 64;

/** The functions of this package over one set of options. Nothing is shared between calls but the rules. */
export interface Redact {
  /** `text` with every secret masked. Never throws. */
  readonly redact: (text: string) => string;
  /** `value` with every string redacted, and strings under secret names masked whole. */
  readonly redactValue: <Value>(value: Value) => Value;
  /** A redactor of one stream. */
  readonly createRedactor: () => Redactor;
  /** Where secrets stand in `text` and which rule says so, in order; never what they are. */
  readonly findSecrets: (text: string) => readonly Span[];
  /** The rules that are in force. */
  readonly rules: readonly RuleInfo[];
}

/**
 * Makes the functions of this package for `options`. Throws a RangeError that names the rule when a custom rule is one
 * that {@link checkRule} refuses, or when there are more than 64.
 */
export function createRedact(options: RedactOptions = {}): Redact {
  const rules = ruleSetOf(options);
  const mask = maskOf(options.label ?? false, labelsOf(options.rules ?? []));
  const redact = (text: string): string => {
    const spans = findSpans(text, rules);
    return spans.length === 0 ? text : replaceSpans(text, spans, mask);
  };
  const strings = {
    redact: (text: string, name: string | undefined) =>
      name !== undefined && isSecretByName(name, text) && !rules.allow.has(text)
        ? mask('assignment')
        : redact(text),
    masked: mask('assignment'),
  };
  return {
    redact,
    redactValue: <Value>(value: Value) => redactStrings(value, strings) as Value,
    createRedactor: () => new LineRedactor(rules, mask),
    findSecrets: (text) => findSpans(text, rules),
    rules: rules.rules,
  };
}

function labelsOf(rules: readonly CustomRule[]): ReadonlyMap<string, string> {
  return new Map(rules.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label]])));
}

function ruleSetOf(options: RedactOptions): RuleSet {
  const custom = options.rules ?? [];
  refuseBadRules(custom);
  const known = knownValues(options.known ?? []);
  return buildRuleSet({
    disabled: new Set((options.disable ?? []).filter((id) => !ALWAYS_ON.has(id))),
    extra: [...custom.map(customRule), known.rule],
    allow: new Set(options.allow ?? []),
    learn: options.learn ?? false,
    wide: known.wide,
  });
}

function refuseBadRules(rules: readonly CustomRule[]): void {
  if (rules.length > MOST_CUSTOM_RULES) {
    throw new RangeError(`at most ${MOST_CUSTOM_RULES} custom rules, not ${rules.length}`);
  }
  for (const rule of rules) {
    const reason = checkRule(rule);
    if (reason !== undefined) {
      throw new RangeError(`redaction rule ${rule.id}: ${reason}`);
    }
  }
}
