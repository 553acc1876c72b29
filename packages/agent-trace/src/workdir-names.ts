import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asSystemError } from './file-error.ts';

/** The names under which an agent may write its working directory down, the real path first. */
export async function workdirNames(workdir: string): Promise<readonly string[]> {
  return [...new Set([await realWorkdir(workdir), resolve(workdir)])];
}

// While there is no such directory, its path is the only name that is known.
async function realWorkdir(workdir: string): Promise<string> {
  try {
    return await realpath(workdir);
  } catch (error) {
    asSystemError(error);
    return resolve(workdir);
  }
}
