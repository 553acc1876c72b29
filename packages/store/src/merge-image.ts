import { type Change, changeKey } from './change.ts';
import { type Image, imageOf } from './image.ts';
import type { Loaded } from './load.ts';

/** What memory and a file are together. */
export interface Merged {
  readonly image: Image;
  /** What the file lacks. */
  readonly changes: readonly Change[];
  /** How far the rows of memory moved. */
  readonly shift: number;
}

/**
 * Brings memory and a file together that was opened later. Memory is believed wherever it speaks,
 * the file everywhere else. When memory did not come from this file, the two have numbered their
 * rows independently: those of memory move behind the file's.
 */
export function mergeImage(memory: Image, changes: readonly Change[], found: FoundFile): Merged {
  const shift = found.isOwn ? 0 : found.loaded.lastRow;
  const moved = latest(changes).map((change) => fitted(change, found.loaded, shift));
  const image = imageOf(found.loaded);
  for (const change of moved) {
    image.apply(change);
  }
  carryNumbers(memory, image, shift);
  return { image, changes: moved, shift };
}

/** A file that was opened after memory began. */
export interface FoundFile {
  readonly loaded: Loaded;
  /** Memory came from this file. */
  readonly isOwn: boolean;
}

function latest(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [changeKey(change), change])).values()];
}

function fitted(change: Change, loaded: Loaded, shift: number): Change {
  switch (change.kind) {
    case 'notification':
      return { kind: 'notification', row: { ...change.row, row: change.row.row + shift } };
    case 'meta': {
      const floor = Math.max(change.row.run_floor, loaded.meta.run_floor);
      return { kind: 'meta', row: { ...change.row, run_floor: floor } };
    }
    default:
      return change;
  }
}

function carryNumbers(from: Image, to: Image, shift: number): void {
  to.lastRow = Math.max(to.lastRow, from.lastRow + shift);
  if (to.meta.store_id === from.meta.store_id) {
    to.lastSeq = from.lastSeq;
  }
  for (const [harness, runId] of from.lastRuns()) {
    to.countRun(harness, runId);
  }
}
