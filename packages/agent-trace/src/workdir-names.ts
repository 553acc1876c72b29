import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asSystemError } from './file-error.ts';

/** A directory's real path, or the path itself while there is no such directory. */
export async function realWorkdir(workdir: string): Promise<string> {
  try {
    return await realpath(workdir);
  } catch (error) {
    asSystemError(error);
    return resolve(workdir);
  }
}

/** The names under which an agent may write its working directory down, the real path first. */
export async function workdirNames(workdir: string): Promise<readonly string[]> {
  return [...new Set([await realWorkdir(workdir), resolve(workdir)])];
}
