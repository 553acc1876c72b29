import { readdir, readFile } from 'node:fs/promises';

/** How files are reached. Both reject with the errors of `node:fs`. */
export interface FileAccess {
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** The names in a folder, in any order. */
  readonly readFolder: (path: string) => Promise<readonly string[]>;
}

/** The real file system. */
export const DISK: FileAccess = {
  readFile: (path) => readFile(path),
  readFolder: (path) => readdir(path),
};

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'it is no folder'],
  ['ELOOP', 'its links lead in a circle'],
]);

/** Why the system refused a path, or undefined for an error that is not the system's. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
    return undefined;
  }
  return REASONS.get(error.code) ?? error.code;
}
