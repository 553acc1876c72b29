import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The files of the checkout that git tracks or would track, below `folder`. */
export function filesBelow(folder: string): readonly string[] {
  const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listing.split('\0').filter((path) => path !== '');
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
