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
import type { LeftOut } from './loaded.ts';
import { openDocument } from './open-document.ts';

/** The drop-ins of a folder: those that hold, and those that do not. */
export interface DropIns {
  readonly documents: readonly TomlDocument[];
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
): Promise<DropIns> {
  const documents: TomlDocument[] = [];
  const bad: LeftOut[] = [];
  const declared = new Map(harnessNames(global).map((name) => [name, global]));
  for (const file of files) {
    const document = await openDocument(file, access);
    const problems =
      document.kind === 'refused'
        ? document.problems
        : arrangeProblems([...checkDropIn(document), ...repeats(document, declared)]);
    if (document.kind === 'refused' || problems.length > 0) {
      bad.push({ file, problems });
    } else {
      documents.push(document);
      for (const name of harnessNames(document)) {
        declared.set(name, document);
      }
    }
  }
  return { documents, bad };
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
