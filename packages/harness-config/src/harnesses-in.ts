import type { TomlDocument } from '@harness/config-text';
import { harnessLines } from './harness-lines.ts';
import { isName } from './names.ts';
import { type Base, resolvePath } from './resolve-path.ts';
import { rightHarness } from './right-harness.ts';
import { asTable, type RawTable } from './rules/refuse.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';
import { type Declaration, toHarnessSpec } from './spec/to-harness-spec.ts';
import type { HarnessTable } from './tables/harness-keys.ts';

/** How the harnesses of one file are named and where they run. */
export interface HarnessContext {
  readonly base: Base;
  /** In front of each name: empty, or `<project>/`. */
  readonly prefix: string;
  /** Where a harness runs that does not say. */
  readonly workdir: string;
}

/** The harnesses of a document that has not been checked. */
export interface Harnesses {
  /** Those that are certainly right by themselves: in most files all of them. */
  readonly right: readonly HarnessSpec[];
  /** The others. */
  readonly doubtful: readonly Doubtful[];
  /** The document without the right ones: what is to be searched for problems. */
  readonly suspects: RawTable;
}

interface Doubtful {
  readonly table: unknown;
  readonly declaration: Declaration;
}

/** Tells the harnesses of a document apart, and resolves those that are right on the way. */
export function harnessesIn(document: TomlDocument, context: HarnessContext): Harnesses {
  const tables = asTable(document.value['harness']);
  const names = Object.keys(tables ?? {});
  const lines = harnessLines(document, names);
  const workdir = resolvePath(context.workdir, context.base);
  const right: HarnessSpec[] = [];
  const doubtful: Doubtful[] = [];
  const wrong = plainTable();
  for (const [index, name] of names.entries()) {
    const table = tables?.[name];
    const source = { file: document.file, line: lines[index] ?? 1 };
    const declaration = { name: context.prefix + name, source, base: context.base, workdir };
    const harness = isName(name) ? rightHarness(table, declaration) : undefined;
    if (harness === undefined) {
      doubtful.push({ table, declaration });
      wrong[name] = table;
    } else {
      right.push(harness);
    }
  }
  const suspects =
    tables === undefined
      ? document.value
      : withHarnesses(document.value, doubtful.length === 0 ? undefined : wrong);
  return { right, doubtful, suspects };
}

/** All harnesses of a document in which no problem was found, in its order. */
export function everyHarness({ right, doubtful }: Harnesses): readonly HarnessSpec[] {
  const rest = doubtful.map(({ table, declaration }) =>
    // Nothing was found wrong with it after all.
    toHarnessSpec(table as HarnessTable, declaration),
  );
  const all = rest.length === 0 ? right : [...right, ...rest];
  return isInOrder(all) ? all : [...all].sort((left, next) => left.source.line - next.source.line);
}

/** Doubtful ones are behind the others, and objects move keys that look like numbers to the front. */
function isInOrder(harnesses: readonly HarnessSpec[]): boolean {
  let line = 0;
  for (const { source } of harnesses) {
    if (source.line < line) {
      return false;
    }
    line = source.line;
  }
  return true;
}

/** A copy of a document with these harnesses instead of its own. */
function withHarnesses(document: RawTable, harnesses: RawTable | undefined): RawTable {
  const copy = plainTable();
  for (const name of Object.keys(document)) {
    if (name !== 'harness') {
      copy[name] = document[name];
    } else if (harnesses !== undefined) {
      copy[name] = harnesses;
    }
  }
  return copy;
}

/** A table for which no name is special. */
function plainTable(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
