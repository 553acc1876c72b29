import type { Measure } from './measure.ts';

/** How much a run may take. */
export interface Effort {
  /** A look rather than a figure: few rounds, short waits. */
  readonly quick: boolean;
  /** How long rows watch something idle, in seconds. */
  readonly seconds: number;
}

/** A row of the benchmark: measures ours and a yardstick in turns, and cleans up behind itself. */
export type Row = (effort: Effort) => Promise<readonly Measure[]>;
