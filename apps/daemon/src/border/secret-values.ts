import { findSecrets, redactValue } from '@harness/redact';

const SHORTEST = 8;
const MASK = '[REDACTED]';

/** @property known - Variables that are secret whatever they are called. @property allow - Texts that never are. */
export interface SecretNames {
  readonly known: readonly string[];
  readonly allow: readonly string[];
}

/**
 * What of an environment is secret: values under secret names, and the secrets inside of other values, such as the
 * password in an address. Each once; none shorter than 8 characters, which would mask ordinary words.
 */
export function secretValues(
  variables: Readonly<Record<string, string | undefined>>,
  { known, allow }: SecretNames,
): readonly string[] {
  const values = Object.entries(variables).flatMap(([name, value]) => {
    if (value === undefined) {
      return [];
    }
    return known.includes(name) ? [value] : givenAway(name, value);
  });
  const long = values.filter((value) => value.length >= SHORTEST && !allow.includes(value));
  return [...new Set(long)];
}

function givenAway(name: string, value: string): readonly string[] {
  const masked = redactValue({ [name]: value })[name];
  if (masked === value) {
    return [];
  }
  return masked === MASK
    ? [value]
    : findSecrets(value).map(({ start, end }) => value.slice(start, end));
}
