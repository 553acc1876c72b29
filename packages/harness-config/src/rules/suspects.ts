import { quickCheck } from '@harness/config-text/schema';
import { isName } from '../names.ts';
import { harnessKeys } from '../tables/harness-table.ts';
import { lacksArgv, shrinksBackoff } from './harness-rules.ts';
import { KEY_NEEDS, type KeyNeed } from './key-needs.ts';
import { asTable, type RawTable } from './refuse.ts';

/**
 * The document without the harnesses that are certainly right by themselves, which in most files are all of them.
 * What is left is worth the search for reasons and places.
 */
export function suspectsIn(document: RawTable): RawTable {
  const harnesses = asTable(document['harness']);
  if (harnesses === undefined) {
    return document;
  }
  const suspects = plainTable();
  for (const name of Object.keys(harnesses)) {
    if (!isName(name) || !isRightHarness(harnesses[name])) {
      suspects[name] = harnesses[name];
    }
  }
  return Object.assign(plainTable(), document, { harness: suspects });
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

/** Whether neither the schema nor a rule between keys finds anything wrong with a `[harness.<name>]` table. */
export function isRightHarness(value: unknown): boolean {
  const table = asTable(value);
  if (table === undefined || !('harness' in table)) {
    return false;
  }
  for (const key of Object.keys(table)) {
    if (!isRightKey(table, key)) {
      return false;
    }
  }
  return !lacksArgv(table) && !shrinksBackoff(table);
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

/** A table for which no name is special. */
function plainTable(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
