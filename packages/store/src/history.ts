import type { NotifiedEvent, Result } from '@harness/notify-core';
import type { HeldBack, RecordedNotification } from './notification.ts';

/** One line of the history. */
export type HistoryEntry = RecordedNotification | HeldBack;

/** Which entries to show, newest first; an absent field filters nothing. */
export interface HistoryFilter {
  readonly harness?: string;
  readonly event?: NotifiedEvent;
  readonly result?: Result | 'unwanted';
  /** Raised (held back: last) at or after this, Unix milliseconds. */
  readonly sinceMs?: number;
  /** Raised before this, Unix milliseconds. */
  readonly untilMs?: number;
  /** The next page: only entries with a lower `row`. */
  readonly beforeRow?: number;
  readonly limit: number;
}

/** How many notifications of an event ended one way, as far back as history is kept. */
export interface ResultCount {
  readonly event: NotifiedEvent;
  readonly result: Result | 'unwanted';
  readonly count: number;
}

/** The runs of the hook that doctor tells of; a drop is no run of the hook. */
export interface LastDeliveries {
  /** At most ten, the last to end first. */
  readonly recent: readonly RecordedNotification[];
  readonly lastOk?: RecordedNotification;
  /** The last that ended `error` or `timeout`. */
  readonly lastFailed?: RecordedNotification;
}
