import type { RunOutcome } from '@harness/protocol';
import type { Exit } from '@harness/supervision';

/** How a run came out. */
export interface RunEnding {
  readonly outcome: RunOutcome;
  /** Absent when none of its programs ran. */
  readonly exit?: Exit;
  /** The last line that it printed, or why nothing ran. */
  readonly cause?: string;
}
