import { type HarnessOutline, outlineOf } from './harness-outline.ts';
import { shrinksBackoff } from './rules/harness-rules.ts';
import { asTable, type RawTable } from './rules/refuse.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';
import { beginSpec, type Declaration } from './spec/to-harness-spec.ts';

/**
 * The spec of a `[harness.<name>]` table in which neither the schema nor a rule between keys finds anything wrong, made
 * in one visit; undefined for every other, which is worth a search for reasons and places.
 */
export function rightHarness(value: unknown, declaration: Declaration): HarnessSpec | undefined {
  const table = asTable(value);
  const outline = table === undefined ? undefined : outlineOf(table);
  return table === undefined || outline === undefined
    ? undefined
    : fillIn(outline, table, declaration);
}

function fillIn(
  { adapter, oneShot, limitsBackoff, steps }: HarnessOutline,
  table: RawTable,
  declaration: Declaration,
): HarnessSpec | undefined {
  const draft = beginSpec(adapter, oneShot, declaration);
  for (const { key, fits, put } of steps) {
    const value = table[key];
    if (!fits(value)) {
      return undefined;
    }
    put(draft, value as never, table, declaration.base);
  }
  return limitsBackoff && shrinksBackoff(table) ? undefined : draft;
}
