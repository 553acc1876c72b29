import type { Check } from '@harness/protocol';

/** One row of doctor, computed when somebody asks. */
export type Examine = () => Check | readonly Check[] | Promise<Check | readonly Check[]>;

/** Runs the checks one after the other; a check that fails by itself is a row too. */
export async function examineAll(
  checks: Readonly<Record<string, Examine>>,
): Promise<readonly Check[]> {
  const rows: Check[] = [];
  for (const [check, examine] of Object.entries(checks)) {
    try {
      rows.push(...[await examine()].flat());
    } catch (error) {
      rows.push({ check, status: 'error', detail: `could not be checked: ${String(error)}` });
    }
  }
  return rows;
}
