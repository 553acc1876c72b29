import { lstat, readlink, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { closedFolder } from './file-access.ts';
import { error, type HookFinding } from './hook-finding.ts';
import { shownText } from './shown-text.ts';

/** Says why a path cannot be looked at, given the system's name for the failure. */
export async function explainAbsence(path: string, code: string): Promise<HookFinding> {
  const name = shownText(path);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return await explainMissing(path);
    case 'EACCES': {
      const folder = (await closedFolder(path)) ?? dirname(path);
      return error(
        'unreadable_parent',
        `${name} is in ${shownText(folder)}, which this user may not enter`,
      );
    }
    default:
      return error('unreachable', `${name} cannot be looked at (${code})`);
  }
}

async function explainMissing(path: string): Promise<HookFinding> {
  const name = shownText(path);
  const target = await linkTarget(path);
  if (target !== undefined) {
    return error(
      'dangling_link',
      `${name} is a link to ${shownText(target)}, which does not exist`,
    );
  }
  return (await exists(dirname(path)))
    ? error('missing', `${name} does not exist`)
    : error('missing', `${name} does not exist, nor does the folder it should be in`);
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    // Not even a link.
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    // Absent, or as good as absent.
    return false;
  }
}
