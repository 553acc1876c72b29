import type { Trace, TraceStatus } from '@harness/agent-trace';
import type { Turn } from '@harness/turns';
import { createFolderWatches } from '../config/watch-folders.ts';
import { ANY_NAME } from '../config/watch-places.ts';
import { fileMarks } from './file-marks.ts';
import { tracePlaces } from './trace-places.ts';

/** The transcript of one run, read as it grows. */
export interface Transcript {
  /**
   * What was written since it was last read. While nothing changes this is a glance at a few files; a store, whose
   * reading costs more, is read every few seconds at most.
   *
   * @param nowMs - of a clock that never steps
   */
  look(nowMs: number): Promise<readonly Turn[]>;
  /** Whatever was written up to now. Nothing is read after it. */
  finish(): Promise<readonly Turn[]>;
  /** Reads no more. */
  close(): void;
  readonly status: TraceStatus;
}

/** How often a transcript is read. */
interface Pace {
  /** At most this often. */
  readonly restMs: number;
  /** After something was written it is read at every chance for this long. */
  readonly liveMs: number;
  /** At least this often, since neither glances nor watches see everything. */
  readonly deepMs: number;
}

const LINES: Pace = { restMs: 0, liveMs: 5_000, deepMs: 30_000 };
const STORE: Pace = { restMs: 5_000, liveMs: 10_000, deepMs: 25_000 };
/** How often to glance where everything is watched: there are file systems on which watches hear nothing. */
const GLANCE_MS = 3_000;
// A run has begun, and its transcript may come at any moment and anywhere.
const BEGINNING_MS = 15_000;

/**
 * @param sinceMs - when the run began, on the clock of the looks
 * @param fault - Hears why a transcript could not be read; the next look tries again.
 */
export function followTranscript(
  trace: Trace,
  sinceMs: number,
  fault: (error: unknown) => void,
): Transcript {
  const pace = trace.status().kind === 'crush' ? STORE : LINES;
  let paths: readonly string[] = [];
  let marks = '';
  let isStirred = false;
  let isClosed = false;
  let isWatched = false;
  let glancedMs = Number.NEGATIVE_INFINITY;
  let readMs = Number.NEGATIVE_INFINITY;
  let liveUntilMs = sinceMs + BEGINNING_MS;
  const watches = createFolderWatches(() => {
    isStirred = true;
  });

  async function read(): Promise<readonly Turn[]> {
    try {
      return await trace.poll();
    } catch (error) {
      fault(error);
      return [];
    }
  }

  function isDue(nowMs: number): boolean {
    const restedMs = nowMs - readMs;
    if (restedMs < pace.restMs) {
      return false;
    }
    return isStirred || nowMs < liveUntilMs || restedMs >= pace.deepMs || seesChange(nowMs);
  }

  function seesChange(nowMs: number): boolean {
    if (isWatched && nowMs - glancedMs < GLANCE_MS) {
      return false;
    }
    glancedMs = nowMs;
    return fileMarks(paths) !== marks;
  }

  function close(): void {
    isClosed = true;
    watches.close();
    trace.close();
  }

  /** Looks from now on where the run writes now. */
  function settle(): void {
    const { files, folders } = tracePlaces(trace.status(), Date.now());
    const next = [...files, ...folders];
    if (next.join() !== paths.join() && !isClosed) {
      paths = next;
      marks = fileMarks(paths);
      isWatched = watches.follow(folders.map((folder) => ({ folder, name: ANY_NAME })));
    }
  }

  return {
    async look(nowMs) {
      if (!isDue(nowMs)) {
        return [];
      }
      // What is written while it is read must show at the next glance.
      const before = fileMarks(paths);
      isStirred = false;
      const turns = await read();
      if (before !== marks || turns.length > 0 || trace.status().behind) {
        liveUntilMs = Math.max(liveUntilMs, nowMs + pace.liveMs);
      }
      readMs = nowMs;
      marks = before;
      settle();
      return turns;
    },
    async finish() {
      const turns: Turn[] = [];
      do {
        turns.push(...(await read()));
      } while (trace.status().behind && turns.length < MOST_TURNS);
      close();
      return turns;
    },
    close,
    get status() {
      return trace.status();
    },
  };
}

// A transcript that grew by more than this in the last moment of its run is not read to its end.
const MOST_TURNS = 100_000;
