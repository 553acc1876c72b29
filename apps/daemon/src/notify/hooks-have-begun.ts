import { setTimeout as pause } from 'node:timers/promises';
import { holdersOf } from '../process/holders-of.ts';

const LOOK_EVERY_MS = 5;
/** Somebody may be looking at the file for longer. */
const LIMIT_MS = 1_000;

/**
 * Settles when no process of an earlier daemon can become a hook any more. A daemon that is killed while it starts a program
 * leaves that one behind for a moment, with the daemon's own files open until the program begins; its mark is made
 * before that.
 *
 * @param storeFile - A file that a daemon holds open all its life.
 * @param limitMs - How long it waits at most; default 1,000.
 */
export async function hooksHaveBegun(storeFile: string, limitMs: number = LIMIT_MS): Promise<void> {
  const giveUpMs = performance.now() + limitMs;
  while ((await holdersOf([storeFile])).length > 0 && performance.now() < giveUpMs) {
    await pause(LOOK_EVERY_MS);
  }
}
