import type { NotifiedEvent } from '@harness/notify-core';
import type { DaemonLog } from '../log/daemon-log.ts';

/** Says what was dropped: one line a burst, with the names of those it hit. */
export interface DropLog {
  add(harness: string, event: NotifiedEvent): void;
  /** Writes what has not been written yet. */
  flush(): void;
}

const BURST_MS = 1000;
const MOST_NAMES = 20;

export function createDropLog(log: DaemonLog): DropLog {
  let burst: { harness: string; event: NotifiedEvent }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (burst.length > 0) {
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
      burst = [];
    }
  }

  return {
    add(harness, event) {
      burst.push({ harness, event });
      timer ??= setTimeout(flush, BURST_MS);
    },
    flush,
  };
}
