import { join } from 'node:path';
import {
  arrangeProblems,
  type Problem,
  placeFindings,
  type TomlDocument,
} from '@harness/config-text';
import { checkDropIn } from './check-file.ts';
import { harnessNames } from './declared.ts';
import type { FileAccess } from './file-access.ts';
import { refusalOf } from './file-access.ts';
import { everyHarness } from './harnesses-in.ts';
import type { LeftOut } from './loaded.ts';
import { openDocument } from './open-document.ts';
import { baseOf, globalHarnesses, type ReadOptions } from './read-global.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';

/** The drop-ins of a folder: those that hold, and those that do not. */
export interface DropIns {
  readonly documents: readonly TomlDocument[];
  /** All harnesses of these documents, in their order. */
  readonly harnesses: readonly HarnessSpec[];
  readonly bad: readonly LeftOut[];
}

/** The files of a folder of drop-ins in name order, or why the folder cannot be read. */
export async function listDropIns(
  folder: string,
  access: FileAccess,
): Promise<readonly string[] | string> {
  try {
    const names = await access.readFolder(folder);
    return names
      .filter((name) => name.endsWith('.toml') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) {
      throw error;
    }
    return reason;
  }
}

/** Reads drop-ins behind the global file. A harness that an earlier file declares makes the later one bad. */
export async function readDropIns(
  files: readonly string[],
  global: TomlDocument,
  access: FileAccess,
  options: ReadOptions,
): Promise<DropIns> {
  const documents: TomlDocument[] = [];
  const harnesses: HarnessSpec[] = [];
  const bad: LeftOut[] = [];
  const declared = new Map(harnessNames(global).map((name) => [name, global]));
  for (const file of files) {
    const document = await openDocument(file, access);
    if (document.kind === 'refused') {
      bad.push({ file, problems: document.problems });
      continue;
    }
    const found = globalHarnesses(document, baseOf(file, options));
    const problems = arrangeProblems([
      ...checkDropIn(document, found.suspects),
      ...repeats(document, declared),
    ]);
    if (problems.length > 0) {
      bad.push({ file, problems });
    } else {
      documents.push(document);
      harnesses.push(...everyHarness(found));
      for (const name of harnessNames(document)) {
        declared.set(name, document);
      }
    }
  }
  return { documents, harnesses, bad };
}

function repeats(document: TomlDocument, declared: ReadonlyMap<string, TomlDocument>): Problem[] {
  return harnessNames(document).flatMap((name) => {
    const first = declared.get(name);
    return first === undefined ? [] : repeat(document, name, first);
  });
}

function repeat(document: TomlDocument, name: string, first: TomlDocument): Problem[] {
  const path = ['harness', name];
  const { line, column } = first.locate(path, 'key');
  const sentence = `is declared already at ${first.file}:${line}:${column}`;
  return placeFindings(document, [
    { path, code: 'duplicate', target: 'key', form: 'key', sentence },
  ]);
}
