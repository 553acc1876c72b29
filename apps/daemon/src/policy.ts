import { DEFAULT_POLICY, type Policy } from '@harness/supervision';

/**
 * The policy times of this daemon. `HARNESS_POLICY`, a JSON object that overrides some of them, is for tests: it is not
 * part of the configuration and may change without notice.
 *
 * @throws {SyntaxError} The variable is not JSON.
 */
export function policyOf(environment: Environment): Policy {
  return { ...DEFAULT_POLICY, ...overridesIn(environment) };
}

/**
 * How many notifications may wait, where `HARNESS_POLICY` has a `queueCapacity`; undefined where it has none.
 *
 * @throws {SyntaxError} The variable is not JSON.
 */
export function queueCapacityOf(environment: Environment): number | undefined {
  return overridesIn(environment).queueCapacity;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Overrides extends Partial<Policy> {
  readonly queueCapacity?: number;
}

function overridesIn(environment: Environment): Overrides {
  return JSON.parse(environment['HARNESS_POLICY'] ?? '{}');
}
