import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which hooks have begun, for the daemon that comes after a sudden death of this one: a file each, made by the hook's own
 * process or, where Node has to start it, just before. A record in the store would be written a moment too early or too late.
 */
export interface Begun {
  /** Where a delivery's hook makes its mark. */
  markOf(id: string): string;
  has(id: string): boolean;
  /** Removes a mark, as far as it can be. */
  forget(id: string): void;
}

/** Keeps the marks in a folder, mode 0700, made when missing. Never throws: a disk that takes nothing is no reason not to tell. */
export function keepBegun(folder: string): Begun {
  ignoringDisk(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const markOf = (id: string): string => join(folder, id);
  return {
    markOf,
    has: (id) => existsSync(markOf(id)),
    forget: (id) => ignoringDisk(() => rmSync(markOf(id), { force: true })),
  };
}

function ignoringDisk(act: () => void): void {
  try {
    act();
  } catch {
    // Full, read-only or gone: the store says so.
  }
}
