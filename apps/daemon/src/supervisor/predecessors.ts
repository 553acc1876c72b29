import type { Store } from '@harness/store';
import type { DaemonLog } from '../log/daemon-log.ts';
import { inBackground } from '../log/in-background.ts';
import { endRecorded } from '../process/end-processes.ts';
import { findMarked } from '../process/run-mark.ts';

/** What has to be gone before a harness of the same name may run. */
export interface Predecessors {
  /** Settles when nothing of an earlier harness of this name is left; ends what an earlier daemon left of it. */
  gone(harness: string): Promise<void>;
  /** Ends what an earlier daemon left of harnesses that have not been asked for. */
  endRest(): void;
  /** A harness of this name is leaving the configuration; `left` settles when nothing of it runs. */
  leaving(harness: string, left: Promise<void>): void;
}

export interface PredecessorOptions {
  readonly store: Store;
  readonly log: DaemonLog;
  readonly stopGraceMs: number;
}

/** The processes that the store knows of are those that a dead daemon left: their output cannot be taken back. */
export function createPredecessors({ store, log, stopGraceMs }: PredecessorOptions): Predecessors {
  const recorded = new Map(store.processes().map((process) => [process.harness, process]));
  const ending = new Map<string, Promise<void>>();

  async function endLeftover(harness: string): Promise<void> {
    const record = recorded.get(harness);
    recorded.delete(harness);
    // It may have died between the start and the moment in which the start was written down.
    const process = record !== undefined && 'mark' in record ? findMarked(record.mark) : record;
    if (process !== undefined) {
      const { pid, startTime } = process;
      const end = await endRecorded(pid, String(startTime), stopGraceMs);
      log.warn({ harness, pid, end }, 'an earlier daemon left a process');
    }
    store.forgetProcess(harness);
  }

  function keep(harness: string, end: Promise<void>): void {
    const before = ending.get(harness);
    const both = Promise.all([before, end]).then(() => {
      if (ending.get(harness) === both) {
        ending.delete(harness);
      }
    });
    ending.set(harness, both);
    inBackground(both, log);
  }

  return {
    async gone(harness) {
      if (recorded.has(harness)) {
        keep(harness, endLeftover(harness));
      }
      await ending.get(harness);
    },
    endRest() {
      for (const harness of recorded.keys()) {
        keep(harness, endLeftover(harness));
      }
    },
    leaving: keep,
  };
}
