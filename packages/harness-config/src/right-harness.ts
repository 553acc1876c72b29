import { quickCheck } from '@harness/config-text/schema';
import { lacksArgv, shrinksBackoff } from './rules/harness-rules.ts';
import { KEY_NEEDS, type KeyNeed } from './rules/key-needs.ts';
import { asTable, type RawTable } from './rules/refuse.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';
import { type Declaration, toHarnessSpec } from './spec/to-harness-spec.ts';
import type { HarnessTable } from './tables/harness-keys.ts';
import { harnessKeys } from './tables/harness-table.ts';

/**
 * The spec of a `[harness.<name>]` table in which neither the schema nor a rule between keys finds anything wrong, made
 * in one visit; undefined for every other, which is worth a search for reasons and places.
 */
export function rightHarness(value: unknown, declaration: Declaration): HarnessSpec | undefined {
  const table = asTable(value);
  const keys = table === undefined ? [] : Object.keys(table);
  return table !== undefined && isRight(table, keys)
    ? toHarnessSpec(table as unknown as HarnessTable, declaration, keys)
    : undefined;
}

interface KeyCheck {
  readonly fits: (value: unknown) => boolean;
  readonly needs: readonly KeyNeed[];
}

const CHECKS: ReadonlyMap<string, KeyCheck> = new Map(
  Object.entries(harnessKeys).map(([key, schema]) => [
    key,
    {
      fits: quickCheck(schema),
      needs: KEY_NEEDS.filter(({ keys }) => keys.some((one) => one === key)),
    },
  ]),
);

function isRight(table: RawTable, keys: readonly string[]): boolean {
  for (const key of keys) {
    if (!isRightKey(table, key)) {
      return false;
    }
  }
  return 'harness' in table && !lacksArgv(table) && !shrinksBackoff(table);
}

function isRightKey(table: RawTable, key: string): boolean {
  const check = CHECKS.get(key);
  if (check?.fits(table[key]) !== true) {
    return false;
  }
  for (const need of check.needs) {
    if (!need.met(table)) {
      return false;
    }
  }
  return true;
}
