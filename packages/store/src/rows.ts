/** The parts of what is kept of a harness, each one JSON text. */
export const PARTS = [
  'intent',
  'lifecycle',
  'memory',
  'guards',
  'restarts',
  'park',
  'process',
] as const;
export type Part = (typeof PARTS)[number];

/** The one row of the table `meta`. */
export interface MetaRow {
  readonly store_id: string;
  readonly alive_ms: number | null;
  readonly clean: number;
  /** Every run id up to this one may have been given out by a store that is gone. */
  readonly run_floor: number;
}

/** A row of the table `memo`. */
export interface MemoRow {
  readonly harness: string;
  readonly part: Part;
  readonly json: string;
}

/**
 * A row of the table `notification`. One that was held back has a `window`, a `last_ms` and a
 * `count`, and neither `id` nor `seq`; one of the outbox has no `result` until it ended.
 */
export interface NotificationRow {
  readonly row: number;
  readonly id: string | null;
  readonly seq: number | null;
  readonly harness: string | null;
  readonly event: string;
  readonly episode: string | null;
  readonly payload: string | null;
  readonly hook: string | null;
  readonly raised_ms: number;
  readonly started_ms: number | null;
  readonly finished_ms: number | null;
  readonly result: string | null;
  readonly detail: string | null;
  readonly duration_ms: number | null;
  readonly tail: string | null;
  readonly window: string | null;
  readonly last_ms: number | null;
  readonly count: number;
}

/** A row of the table `run`. */
export interface RunRow {
  readonly harness: string;
  readonly run_id: number;
  readonly trigger: string;
  readonly started_ms: number;
  readonly log: string | null;
  readonly ended_ms: number | null;
  readonly outcome: string | null;
  readonly exit: string | null;
  readonly cause: string | null;
}

/** The columns of `notification`, in the order in which they are bound. */
export const NOTIFICATION_COLUMNS: readonly (keyof NotificationRow)[] = [
  'row',
  'id',
  'seq',
  'harness',
  'event',
  'episode',
  'payload',
  'hook',
  'raised_ms',
  'started_ms',
  'finished_ms',
  'result',
  'detail',
  'duration_ms',
  'tail',
  'window',
  'last_ms',
  'count',
];

/** The columns of `run`, in the order in which they are bound. */
export const RUN_COLUMNS: readonly (keyof RunRow)[] = [
  'harness',
  'run_id',
  'trigger',
  'started_ms',
  'log',
  'ended_ms',
  'outcome',
  'exit',
  'cause',
];

/** The columns of `meta`, in the order in which they are bound. */
export const META_COLUMNS: readonly (keyof MetaRow)[] = [
  'store_id',
  'alive_ms',
  'clean',
  'run_floor',
];
