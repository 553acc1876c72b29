import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type FileAccess, type Loaded, loadConfig, type Refused } from '@harness/harness-config';

/** A reading of the configuration's files, whether they hold or not. */
export interface FilesRead {
  readonly outcome: Loaded | Refused;
  /** The same for the same files with the same content. */
  readonly fingerprint: string;
  /** The global file holds nothing but white space. */
  readonly isBlank: boolean;
}

/** @property lenient - Leaves bad drop-ins out instead of refusing everything. */
export interface ReadOptions {
  readonly lenient?: boolean;
}

/** Reads the global file and its drop-ins. */
export async function readFiles(
  path: string,
  { lenient = false }: ReadOptions = {},
): Promise<FilesRead> {
  const digest = createHash('sha256');
  let isBlank = false;
  const access: FileAccess = {
    readFile: async (file) => {
      const bytes = await readFile(file).catch((error: unknown) => {
        digest.update(`${file}\0${String(error)}\0`);
        throw error;
      });
      digest.update(`${file}\0${bytes.length}\0`).update(bytes);
      isBlank ||= file === path && bytes.toString('latin1').trim() === '';
      return bytes;
    },
    readFolder: async (folder) => {
      const names = await readdir(folder);
      digest.update(`${folder}\0${names.length}\0`);
      return names;
    },
  };
  const loaded = await loadConfig({ path, lenient, ...access });
  return { outcome: loaded, fingerprint: digest.digest('hex'), isBlank };
}

/**
 * Why a blank file is not taken where something else is in force: it is what an editor or a full disk leaves behind, and
 * never a wish to stop every harness.
 */
export function refuseBlank(file: string): Refused {
  const message =
    'the file is blank: to run nothing, leave a comment in it; to start anew, put its content back';
  return {
    kind: 'refused',
    problems: [{ file, line: 1, column: 1, code: 'unreadable', message }],
  };
}
