import type { TomlDocument } from '@harness/config-text';
import { asTable } from './rules/refuse.ts';

/** The harnesses that documents declare, checked or not. */
export function namesIn(documents: readonly TomlDocument[]): ReadonlySet<string> {
  return new Set(documents.flatMap((document) => harnessNames(document)));
}

/** The harnesses that one document declares, in its order. */
export function harnessNames(document: TomlDocument): string[] {
  return Object.keys(asTable(document.value['harness']) ?? {});
}

/** What `[server] harness_d` of a document says, or undefined when it is absent or no path. */
export function folderNamed(document: TomlDocument): string | undefined {
  const folder = asTable(document.value['server'])?.['harness_d'];
  return typeof folder === 'string' && folder.trim() !== '' && !folder.includes('\0')
    ? folder
    : undefined;
}
