import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type FileAccess, type Loaded, loadConfig, type Refused } from '@harness/harness-config';

/** A reading of the configuration's files, whether they hold or not. */
export interface FilesRead {
  readonly outcome: Loaded | Refused;
  /** The same for the same files with the same content. */
  readonly fingerprint: string;
  /** What was read, in order: see {@link fingerprintOf}. */
  readonly inputs: readonly Input[];
  /** The global file holds nothing but white space. */
  readonly isBlank: boolean;
}

/** A file or a folder that a reading has asked for. */
export interface Input {
  readonly kind: 'file' | 'folder';
  readonly path: string;
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
  const inputs: Input[] = [];
  let isBlank = false;
  const access: FileAccess = {
    readFile: async (file) => {
      inputs.push({ kind: 'file', path: file });
      const bytes = await readInto(digest, file);
      isBlank ||= file === path && bytes.toString('latin1').trim() === '';
      return bytes;
    },
    readFolder: (folder) => {
      inputs.push({ kind: 'folder', path: folder });
      return listInto(digest, folder);
    },
  };
  const outcome = await loadConfig({ path, lenient, ...access });
  return { outcome, fingerprint: digest.digest('hex'), inputs, isBlank };
}

/**
 * The fingerprint that a reading of these inputs has now, without what they mean: as long as nothing has changed, that
 * of the last reading.
 */
export async function fingerprintOf(inputs: readonly Input[]): Promise<string> {
  const digest = createHash('sha256');
  for (const { kind, path } of inputs) {
    // That one cannot be read is in the digest.
    await (kind === 'file' ? readInto(digest, path) : listInto(digest, path)).catch(
      () => undefined,
    );
  }
  return digest.digest('hex');
}

async function readInto(digest: Hash, file: string): Promise<Buffer> {
  try {
    const bytes = await readFile(file);
    digest.update(`${file}\0${bytes.length}\0`).update(bytes);
    return bytes;
  } catch (error) {
    digest.update(`${file}\0${String(error)}\0`);
    throw error;
  }
}

async function listInto(digest: Hash, folder: string): Promise<string[]> {
  const names = await readdir(folder);
  // Whatever the names mean: a file that is called otherwise now may be a drop-in.
  digest.update(`${folder}\0${names.toSorted().join('\0')}\0`);
  return names;
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
