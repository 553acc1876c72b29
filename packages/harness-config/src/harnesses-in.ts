import type { TomlDocument } from '@harness/config-text';
import { harnessLines } from './harness-lines.ts';
import type { Base } from './resolve-path.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';
import { toHarnessSpec } from './spec/to-harness-spec.ts';
import type { LocalTables } from './tables/files.ts';

/** How the harnesses of one file are named and where they run. */
export interface HarnessContext {
  readonly base: Base;
  /** In front of each name: empty, or `<project>/`. */
  readonly prefix: string;
  /** Where a harness runs that does not say. */
  readonly workdir: string;
}

/** The harnesses of a document that has been checked, in its order. */
export function harnessesIn(document: TomlDocument, context: HarnessContext): HarnessSpec[] {
  const tables = (document.value as LocalTables).harness ?? {};
  const lines = harnessLines(document, Object.keys(tables));
  const harnesses = Object.entries(tables).map(([name, table]) =>
    toHarnessSpec(table, {
      name: `${context.prefix}${name}`,
      source: { file: document.file, line: lines.get(name) ?? 1 },
      base: context.base,
      workdir: context.workdir,
    }),
  );
  // Objects move keys that look like numbers to the front.
  return harnesses.sort((left, right) => left.source.line - right.source.line);
}
