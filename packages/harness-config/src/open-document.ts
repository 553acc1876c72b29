import { type Refused, readToml, type TomlDocument } from '@harness/config-text';
import { type FileAccess, refusalOf } from './file-access.ts';

/** Opens and parses a file; one that cannot be read is a problem at its start. */
export async function openDocument(
  file: string,
  access: FileAccess,
): Promise<TomlDocument | Refused> {
  try {
    return readToml(await access.readFile(file), file);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) {
      throw error;
    }
    const message = `the file cannot be read: ${reason}`;
    return {
      kind: 'refused',
      problems: [{ file, line: 1, column: 1, code: 'unreadable', message }],
    };
  }
}
