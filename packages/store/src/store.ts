import type {
  StoredHarness,
  StoredIntent,
  StoredPark,
  StoredProcess,
  StoredStart,
} from './harness-record.ts';
import type { HistoryEntry, HistoryFilter, LastDeliveries, ResultCount } from './history.ts';
import type {
  Ending,
  Enqueued,
  NewHeldBack,
  NewNotification,
  RecordedNotification,
} from './notification.ts';
import type { NewRun, Run, RunEnding, RunFilter } from './run.ts';
import type { StoreHealth } from './trouble.ts';

/**
 * What {@link openStore} found.
 *
 * - `opened`: the store of an earlier daemon.
 * - `created`: there was none.
 * - `moved_aside`: it was damaged, lies at `movedTo` now, and a new one was begun.
 * - `memory`: it cannot be used now, and is left as it is.
 */
export type Opened =
  | { readonly kind: 'opened' }
  | { readonly kind: 'created' }
  | { readonly kind: 'moved_aside'; readonly movedTo: string; readonly reason: string }
  | { readonly kind: 'memory'; readonly reason: string };

/** How the daemon before this one ended. */
export interface PreviousLife {
  /** It said goodbye, or there was none; false where that is not known. */
  readonly clean: boolean;
  /** When it last said that it was alive, Unix milliseconds; absent where it never did. */
  readonly lastAliveMs?: number;
}

/** What is kept of each harness, part by part. */
export interface HarnessRecords {
  /** Every harness of which something is kept. */
  harnesses(): Map<string, StoredHarness>;
  saveIntent(harness: string, intent: StoredIntent): void;
  /** Any JSON object; undefined forgets it. */
  saveLifecycle(harness: string, lifecycle: object | undefined): void;
  /** Any JSON object; undefined forgets it. */
  saveMemory(harness: string, memory: object | undefined): void;
  /** Any JSON object; undefined forgets it. */
  saveGuards(harness: string, guards: object | undefined): void;
  /** Any JSON object; undefined forgets it. */
  saveRestarts(harness: string, restarts: object | undefined): void;
  /** Forgets intent, lifecycle, memory, guards, restarts and park; history, runs and process stay. */
  dropHarness(harness: string): void;

  savePark(harness: string, park: StoredPark): void;
  clearPark(harness: string): void;
  parks(): Map<string, StoredPark>;

  /** One process per harness: a later one takes the place of the earlier. */
  recordProcess(process: StoredProcess | StoredStart): void;
  forgetProcess(harness: string): void;
  processes(): readonly (StoredProcess | StoredStart)[];
}

/** Outbox and history, which are one. */
export interface NotificationRecords {
  /** Records a notification, on disk when this returns; takes the next number. */
  enqueue(notification: NewNotification): Enqueued;
  /** The hook has been started. False, and nothing done, for an id that is not in the outbox. */
  started(id: string, atMs: number): boolean;
  /** It ended, started or not. False, and nothing done, for an id that is not in the outbox. */
  finished(id: string, ending: Ending): boolean;
  /** Recorded, never started; oldest first. */
  unstarted(): readonly RecordedNotification[];
  /** Started, never finished; oldest first. */
  openStarted(): readonly RecordedNotification[];

  /** Counts one that was not let through; written within a second, at most once a second. */
  heldBack(held: NewHeldBack): void;
  /** Writes at once what {@link heldBack} counted. */
  flushHeld(): void;

  history(filter: HistoryFilter): readonly HistoryEntry[];
  lastDeliveries(): LastDeliveries;
  /** Ended and held-back notifications by event and result, `sinceMs` Unix milliseconds. */
  counts(sinceMs?: number): readonly ResultCount[];
  /**
   * Forgets old history, at most a slice of 500 entries a call, and says how many: call again
   * while it answers more than 0. Whatever is unfinished stays, and so does the newest entry.
   */
  prune(rule: { readonly olderThanMs: number; readonly keepRows: number }): number;
}

/** The numbered runs of one-shots. */
export interface RunRecords {
  /** Records a run and gives it its id. */
  beginRun(run: NewRun): number;
  /** False, and nothing done, for a run that is not open. */
  endRun(harness: string, runId: number, ending: RunEnding): boolean;
  runs(filter: RunFilter): readonly Run[];
  /** Ends every open run as `interrupted` and answers them. */
  interruptOpenRuns(atMs: number): readonly Run[];
  /** Forgets all but the newest `keep` (at least 1) runs and the open ones; answers the forgotten. */
  pruneRuns(harness: string, keep: number): readonly Run[];
}

/** The store's own life. */
export interface StoreCare {
  readonly opened: Opened;
  /** The numbering that `seq` belongs to; another one begins with another file, or in memory. */
  readonly storeId: string;
  openedAfter(): PreviousLife;
  /** Says that the daemon lives (every few seconds), or, `clean`, that it is about to stop. */
  alive(atMs: number, options?: { readonly clean?: boolean }): void;
  /** Makes one transaction of everything that `work` writes; `work` must not be async. */
  together<T>(work: () => T): T;
  /**
   * Writes a notification to memory and takes it back, so that the next one that counts is quick: after a fork the first
   * write to each page of memory costs a fault, and a record has some thirty of them. Nothing of it is kept or reaches
   * the file. About half a millisecond.
   */
  warm(): void;
  /**
   * Waits, off the main thread, until all that was written before this call has reached the disk
   * itself. False when that cannot be promised. Calls that come while one runs share the next.
   */
  sync(): Promise<boolean>;
  health(): StoreHealth;
  /** Tries the disk again and writes what waits; true when nothing waits any more. */
  retry(): boolean;
  /** Writes what waits, as far as that is possible, and lets go of the file. */
  close(): void;
}

/** The daemon's memory. No method throws because of the disk. */
export interface Store extends HarnessRecords, NotificationRecords, RunRecords, StoreCare {}
