import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether this process may run a file, as access(2) says: for root any run bit is enough. */
export async function mayRun(path: string): Promise<boolean> {
  return await answers(access(path, constants.X_OK));
}

/** Whether a path leads to a regular file that this process may run. */
export async function isRunnable(path: string): Promise<boolean> {
  return (await isFile(path)) && (await mayRun(path));
}

/** Whether a path leads to a regular file. */
export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    // Absent or out of reach: either way no file for us.
    return false;
  }
}

/** The first folder above a path, from the root down, that this process may not look into. */
export async function closedFolder(path: string): Promise<string | undefined> {
  for (const folder of foldersAbove(path)) {
    if (!(await mayRun(folder))) {
      return folder;
    }
  }
  return undefined;
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [folder] : [...foldersAbove(folder), folder];
}

async function answers(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch {
    // The call says no by failing.
    return false;
  }
}
