import { join, resolve } from 'node:path';

/** What a path in a file is relative to. Both are absolute. */
export interface Base {
  /** The folder of the file. */
  readonly folder: string;
  /** What `~` stands for. */
  readonly home: string;
}

// Absolute, without a part that begins with a dot: most are, and resolving takes ten times as long.
const RESOLVED = /^(?:\/[^/.][^/]*)+$/;

/** The absolute path of one that a file holds: `~` is the home, the rest starts at the file's folder. */
export function resolvePath(path: string, base: Base): string {
  if (path === '~' || path.startsWith('~/')) {
    return join(base.home, path.slice(1));
  }
  return RESOLVED.test(path) ? path : resolve(base.folder, path);
}
