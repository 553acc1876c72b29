import type { NotifiedEvent } from '@harness/notify-core';
import type { DaemonLog } from '../log/daemon-log.ts';

/** Says what was dropped: one line a burst, with the names of those it hit. */
export interface DropLog {
  add(harness: string, event: NotifiedEvent): void;
  /** Writes what has not been written yet. */
  flush(): void;
}

// A burst ends with a quiet second, and is not kept for longer than ten.
const QUIET_MS = 1000;
const LONGEST_BURST_MS = 10_000;
const MOST_NAMES = 256;

export function createDropLog(log: Pick<DaemonLog, 'error'>): DropLog {
  let burst: { harness: string; event: NotifiedEvent }[] = [];
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(quiet);
    clearTimeout(longest);
    longest = undefined;
    if (burst.length > 0) {
      write(log, burst);
      burst = [];
    }
  }

  return {
    add(harness, event) {
      burst.push({ harness, event });
      clearTimeout(quiet);
      quiet = setTimeout(flush, QUIET_MS);
      longest ??= setTimeout(flush, LONGEST_BURST_MS);
    },
    flush,
  };
}

function write(
  log: Pick<DaemonLog, 'error'>,
  burst: readonly { readonly harness: string; readonly event: NotifiedEvent }[],
): void {
  const harnesses = [...new Set(burst.map(({ harness }) => harness))];
  log.error(
    {
      dropped: burst.length,
      events: [...new Set(burst.map(({ event }) => event))],
      harnesses: harnesses.slice(0, MOST_NAMES),
      more: Math.max(0, harnesses.length - MOST_NAMES),
    },
    'notify: queue full, dropped',
  );
}
