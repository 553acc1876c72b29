import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which hooks have begun, for the daemon that comes after a sudden death of this one: a file each, made by the hook's own
 * process. A record in the store would be written a moment too early or too late.
 */
export interface Begun {
  /** Where a delivery's hook makes its mark. */
  markOf(id: string): string;
  has(id: string): boolean;
  /** The store knows by now. */
  forget(id: string): void;
}

/** Keeps the marks in a folder of the daemon's own. */
export function keepBegun(folder: string): Begun {
  const markOf = (id: string): string => join(folder, id);
  return {
    markOf,
    has: (id) => existsSync(markOf(id)),
    forget: (id) => rmSync(markOf(id), { force: true }),
  };
}
