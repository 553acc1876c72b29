import { type Problem, placeFindings, type TomlDocument } from '@harness/config-text';

/** A file in which `[notify]` has no place. */
export type LocalFile = 'project file' | 'drop-in';

/**
 * Refuses a `[notify]` table in a project file or a drop-in, however it is spelt: as a table, a list of tables,
 * an inline table, dotted keys or a sub-table.
 *
 * @returns one problem at the first mention, or none.
 */
export function refuseNotify(document: TomlDocument, where: LocalFile): Problem[] {
  if (!Object.hasOwn(document.value, 'notify')) {
    return [];
  }
  const sentence = `[notify] is refused in a ${where}: it names a program that the daemon runs for every harness, so only the global harness.toml may hold it`;
  return placeFindings(document, [
    { path: ['notify'], target: 'key', form: 'whole', code: 'misplaced', sentence },
  ]);
}
