import { existsSync, renameSync } from 'node:fs';

const COMPANIONS = ['', '-wal', '-shm'] as const;

/**
 * Renames the file and what SQLite keeps beside it; nothing is deleted and nothing overwritten.
 * @returns the new path of the file, `<path>.corrupt-<UTC stamp>`, numbered when that is taken.
 * @throws what the file system throws.
 */
export function moveAside(path: string, atMs: number): string {
  const target = freePath(`${path}.corrupt-${stamp(atMs)}`);
  for (const companion of COMPANIONS) {
    if (existsSync(path + companion)) {
      renameSync(path + companion, target + companion);
    }
  }
  return target;
}

function freePath(wanted: string): string {
  let path = wanted;
  for (let number = 2; COMPANIONS.some((companion) => existsSync(path + companion)); number += 1) {
    path = `${wanted}-${number}`;
  }
  return path;
}

function stamp(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}
