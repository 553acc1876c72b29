import type { StdioOptions } from 'node:child_process';
import { constants, openSync } from 'node:fs';

const open = new Set<number>();
let nullFd: number | undefined;

/** Remembers that a descriptor is the daemon's side of a terminal; returns what forgets it. */
export function holdTerminalFd(fd: number): () => void {
  open.add(fd);
  return () => open.delete(fd);
}

/** The descriptors of terminals that the daemon holds now: see {@link hideTerminals}. */
export function heldTerminalFds(): readonly number[] {
  return [...open];
}

/**
 * Extends a spawn's `stdio` so that the child gets /dev/null in the place of every terminal that the daemon
 * holds: the terminal library opens them without close-on-exec, and a child that inherits one could read
 * and type what is another's, and would keep it open when the daemon is gone.
 */
export function hideTerminals(
  stdio: readonly ('ignore' | 'pipe' | number)[],
): Exclude<StdioOptions, string> {
  if (open.size === 0) {
    return [...stdio];
  }
  const sink = openNull();
  const length = Math.max(...open) + 1;
  return Array.from({ length }, (_, fd) => stdio[fd] ?? (open.has(fd) ? sink : 'ignore'));
}

/** A descriptor of /dev/null, the same at every call. */
export function openNull(): number {
  nullFd ??= openSync('/dev/null', constants.O_RDWR);
  return nullFd;
}
