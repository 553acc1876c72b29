import type { KeptTimetable } from '../schedule/timetable.ts';

/** What a store keeps of a one-shot for the next daemon, beside its intent and its runs. */
export interface OneShotMemory {
  /** Bad runs in a row. */
  readonly streak: number;
  readonly timetable?: KeptTimetable;
}

/** Reads what was kept; whatever else lies there, as of a harness that was kept up before, is nothing. */
export function oneShotMemoryOf(kept: unknown): OneShotMemory {
  if (typeof kept !== 'object' || kept === null || !('streak' in kept)) {
    return { streak: 0 };
  }
  // This program's own record: it is enough to see that it is whole.
  return typeof kept.streak === 'number' ? (kept as OneShotMemory) : { streak: 0 };
}
