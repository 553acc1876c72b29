import { join } from 'node:path';
import type { Run, Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import type { DurableLog } from '../output/durable-log.ts';
import { removeLog } from './remove-log.ts';
import type { RunEnding } from './run-ending.ts';

/** Where the runs of one harness are written down. */
export interface RunBook {
  /** Records that a run is asked for and gives it its number. */
  begin(trigger: string): number;
  /** Records how it came out; gives the bad runs in a row, this one included. */
  end(run: number, ending: RunEnding): number;
  /** The log of one run. */
  openLog(run: number): DurableLog;
}

export interface RunBookOptions {
  readonly harness: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Where the logs of this harness's runs lie. */
  readonly folder: string;
  /** How many runs are kept, as the configuration says now. */
  readonly keepRuns: () => number;
  /** Bad runs in a row that the store knows of. */
  readonly streak: number;
  readonly saveStreak: (streak: number) => void;
  /** Opens a log of this folder. */
  readonly openLog: (file: string) => DurableLog;
}

/** The book of a configured one-shot, in the store; what is pruned from it loses its log too. */
export function openRunBook(options: RunBookOptions): RunBook {
  const { harness, store, clock, folder } = options;
  let { streak } = options;

  function judge({ outcome }: RunEnding): void {
    if (outcome === 'success') {
      streak = 0;
    } else if (outcome === 'failed' || outcome === 'timed_out') {
      streak += 1;
    }
  }

  return {
    begin: (trigger) =>
      store.beginRun({
        harness,
        trigger,
        atMs: clock.wallMs(),
        log: (run) => join(folder, logName(run)),
      }),
    end(run, ending) {
      const before = streak;
      judge(ending);
      const forgotten = store.together(() => {
        store.endRun(harness, run, { ...ending, atMs: clock.wallMs() });
        if (streak !== before) {
          options.saveStreak(streak);
        }
        return store.pruneRuns(harness, options.keepRuns());
      });
      removeLogs(forgotten);
      return streak;
    },
    openLog: (run) => options.openLog(logName(run)),
  };
}

function logName(run: number): string {
  return `${run}.log`;
}

function removeLogs(runs: readonly Run[]): void {
  for (const { log } of runs) {
    if (log !== undefined) {
      removeLog(log);
    }
  }
}
