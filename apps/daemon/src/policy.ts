import {
  DEFAULT_POLICY as DEFAULT_GUARD_POLICY,
  type Policy as GuardPolicy,
} from '@harness/guards';
import { DEFAULT_POLICY, type Policy } from '@harness/supervision';
import { type GuardTimes, LOOK_MS } from './guards/guard-times.ts';

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

/**
 * The times of the guards, where `HARNESS_POLICY` overrides some of them.
 *
 * @throws {SyntaxError} The variable is not JSON.
 */
export function guardTimesOf(environment: Environment): GuardTimes {
  const { lookMs = LOOK_MS, stallTimeoutMs, ...overrides } = overridesIn(environment);
  return {
    policy: { ...DEFAULT_GUARD_POLICY, ...overrides },
    lookMs,
    ...(stallTimeoutMs === undefined ? {} : { stallTimeoutMs }),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Overrides extends Partial<Policy>, Partial<GuardPolicy> {
  readonly queueCapacity?: number;
  readonly lookMs?: number;
  readonly stallTimeoutMs?: number;
}

function overridesIn(environment: Environment): Overrides {
  return JSON.parse(environment['HARNESS_POLICY'] ?? '{}');
}
