import { type BigIntStats, statSync } from 'node:fs';
import { digestOf, type Project } from '@harness/harness-config';
import { readRegularFile } from './read-regular-file.ts';

/** Compares the files of projects with what was taken of them; a file that has not been touched is read once. */
export interface Comparisons {
  /** Whether the file is another one now, gone included. */
  isStale(project: Project): boolean;
}

interface Comparison {
  readonly digest: string;
  readonly stamp: string;
  readonly stale: boolean;
}

export function createComparisons(): Comparisons {
  const last = new Map<string, Comparison>();
  return {
    isStale({ file, digest }) {
      const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
      if (stats === undefined) {
        return true;
      }
      const stamp = stampOf(stats);
      const known = last.get(file);
      if (known?.stamp === stamp && known.digest === digest) {
        return known.stale;
      }
      const content = readRegularFile(file);
      const stale = content === undefined || digestOf(content) !== digest;
      if (hasSettled(stats)) {
        last.set(file, { digest, stamp, stale });
      }
      return stale;
    },
  };
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

// A second write within the clock tick of the first one leaves the same stamp.
const TICK_NS = 2_000_000_000n;

function hasSettled({ ctimeNs }: BigIntStats): boolean {
  return BigInt(Date.now()) * 1_000_000n - ctimeNs > TICK_NS;
}
