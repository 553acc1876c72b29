import { createRedact, type Redact } from './create-redact.ts';
import type { RedactOptions } from './options.ts';
import type { Redactor } from './redactor.ts';
import type { RuleInfo } from './rule.ts';
import { builtInRules } from './rule-set.ts';
import type { Span } from './span.ts';

// Made at its first use: whoever has rules of their own pays for those alone.
let made: Redact | undefined;

function standard(): Redact {
  made ??= createRedact();
  return made;
}

/** The built-in rules: ids, kinds and keywords. Frozen. */
export const rules: readonly RuleInfo[] = builtInRules();

/** `text` with every secret that the built-in rules know masked as `[REDACTED]`. Masking twice changes nothing more. Never throws. */
export function redact(text: string): string {
  return standard().redact(text);
}

/**
 * `value` with every string in it redacted, and strings under secret names masked whole. What needs no change is the
 * same object as before. Numbers, booleans, dates and bytes stay; getters are not called; cycles are kept.
 */
export function redactValue<Value>(value: Value): Value {
  return standard().redactValue(value);
}

/** Where secrets stand in `text`, and by which rule, in order. Offsets count UTF-16 units. */
export function findSecrets(text: string): readonly Span[] {
  return standard().findSecrets(text);
}

/** A redactor of one stream of bytes or text. Throws like {@link createRedact} on bad options. */
export function createRedactor(options?: RedactOptions): Redactor {
  return (options === undefined ? standard() : createRedact(options)).createRedactor();
}
