import { rm } from 'node:fs/promises';
import { KEPT_ROTATIONS } from '../output/durable-log.ts';
import { rotated } from '../output/read-log.ts';

/** Removes a log with its rotated files, in the background. */
export function removeLog(path: string): void {
  for (let number = 0; number <= KEPT_ROTATIONS; number += 1) {
    // What cannot be removed is no more than a file too many.
    rm(rotated(path, number), { force: true }).catch(() => undefined);
  }
}
