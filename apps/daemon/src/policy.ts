import { DEFAULT_POLICY, type Policy } from '@harness/supervision';

/**
 * The policy times of this daemon. `HARNESS_POLICY`, a JSON object that overrides some of them, is for tests: it is not
 * part of the configuration and may change without notice.
 *
 * @throws {SyntaxError} The variable is not JSON.
 */
export function policyOf(environment: Readonly<Record<string, string | undefined>>): Policy {
  const overrides = environment['HARNESS_POLICY'];
  return overrides === undefined ? DEFAULT_POLICY : { ...DEFAULT_POLICY, ...JSON.parse(overrides) };
}
