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
  /** The newest run that came out badly; undefined where one has come out well since. */
  readonly badRun: BadRun | undefined;
  /** The log of one run. */
  openLog(run: number): DurableLog;
}

/** A run that came out badly, and no good one since. */
export interface BadRun {
  readonly run: number;
  readonly outcome: BadOutcome;
  /** The bad runs in a row, this one included. */
  readonly streak: number;
  readonly cause: string | undefined;
  /** Wall clock. */
  readonly endedMs: number;
}

/** How a bad run came out and how many were before it, as the end of a sentence that names the run. */
export function badRunWords({ outcome, streak }: Pick<BadRun, 'outcome' | 'streak'>): string {
  return streak === 1 ? outcome : `${outcome}, the last of ${streak} in a row`;
}

const BAD_OUTCOMES = ['failed', 'timed_out'] as const;

type BadOutcome = (typeof BAD_OUTCOMES)[number];

/** The outcome, where it is a bad one: one that people are told of. */
export function badOutcome(outcome: RunEnding['outcome']): BadOutcome | undefined {
  return BAD_OUTCOMES.find((one) => one === outcome);
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
  let badRun = streak === 0 ? undefined : newestBadRun(store, harness, streak);

  function judge(run: number, { outcome, cause }: RunEnding, endedMs: number): void {
    const bad = badOutcome(outcome);
    if (bad !== undefined) {
      streak += 1;
      badRun = { run, outcome: bad, streak, cause, endedMs };
    } else if (outcome === 'success') {
      streak = 0;
      badRun = undefined;
    }
  }

  return {
    get badRun() {
      return badRun;
    },
    begin: (trigger) =>
      store.beginRun({
        harness,
        trigger,
        atMs: clock.wallMs(),
        log: (run) => join(folder, logName(run)),
      }),
    end(run, ending) {
      const before = streak;
      const endedMs = clock.wallMs();
      judge(run, ending, endedMs);
      const forgotten = store.together(() => {
        store.endRun(harness, run, { ...ending, atMs: endedMs });
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

/** As an earlier daemon wrote it down; undefined where it is kept no more. */
function newestBadRun(
  store: RunBookOptions['store'],
  harness: string,
  streak: number,
): BadRun | undefined {
  const [newest] = BAD_OUTCOMES.flatMap((outcome) =>
    store.runs({ harness, outcome, limit: 1 }).map((run) => ({ ...run, outcome })),
  ).toSorted((a, b) => b.runId - a.runId);
  return (
    newest && {
      run: newest.runId,
      outcome: newest.outcome,
      streak,
      cause: newest.cause,
      endedMs: newest.endedAtMs ?? newest.startedAtMs,
    }
  );
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
