import type { TomlDocument } from '@harness/config-text';
import { harnessLines } from './harness-lines.ts';
import { type Base, resolvePath } from './resolve-path.ts';
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
  const names = Object.keys(tables);
  const lines = harnessLines(document, names);
  const workdir = resolvePath(context.workdir, context.base);
  const harnesses = names.flatMap((name, index) => {
    const table = tables[name];
    const source = { file: document.file, line: lines[index] ?? 1 };
    const declaration = { name: `${context.prefix}${name}`, source, base: context.base, workdir };
    return table === undefined ? [] : [toHarnessSpec(table, declaration)];
  });
  // Objects move keys that look like numbers to the front.
  return harnesses.sort((left, right) => left.source.line - right.source.line);
}
