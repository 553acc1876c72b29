import type { NotifiedEvent, Result } from '@harness/notify-core';

/** A notification on its way into the outbox. */
export interface NewNotification {
  /** Unique and the same on replay; one that is still unfinished is not recorded twice. */
  readonly id: string;
  /** Absent for a `test`. */
  readonly harness?: string;
  readonly event: NotifiedEvent;
  readonly episode?: string;
  /** Makes the payload, a JSON object, with the number that was taken for it. */
  readonly payload: (seq: number, storeId: string) => object;
  /** The `[notify]` table in force, a JSON object: a reload does not change what is queued. */
  readonly hook: object;
  /** Unix milliseconds. */
  readonly raisedAtMs: number;
  /** The harness's notification memory after this decision, saved in the same transaction. */
  readonly memory?: object;
}

/** What {@link NewNotification} became in the outbox. */
export interface Enqueued {
  /** Gapless per `storeId`. */
  readonly seq: number;
  readonly storeId: string;
  /** What the caller's function made of the two. */
  readonly payload: object;
}

/** A result that ends a notification in the outbox. */
export type EndResult = Exclude<Result, 'suppressed'>;

/** How a notification in the outbox ended. */
export interface Ending {
  readonly result: EndResult;
  /** What happened, a JSON object (an exit, a signal, a reason for a drop). */
  readonly detail: object;
  /** 0 for one that never started. */
  readonly durationMs: number;
  /** The redacted end of what the hook printed. */
  readonly tail?: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** The harness's notification memory after this ending, saved in the same transaction. */
  readonly memory?: object;
}

/** A notification as recorded; times are Unix milliseconds. */
export interface RecordedNotification {
  readonly kind: 'notification';
  /** Its place in the history; later entries have higher ones. */
  readonly row: number;
  readonly id: string;
  readonly seq: number;
  readonly harness?: string;
  readonly event: NotifiedEvent;
  readonly episode?: string;
  /** As JSON gives it back; undefined only where the file was damaged. */
  readonly payload: unknown;
  /** As JSON gives it back; undefined only where the file was damaged. */
  readonly hook: unknown;
  readonly raisedAtMs: number;
  /** Absent until the hook was started. */
  readonly startedAtMs?: number;
  /** Absent until it ended, with the three fields below. */
  readonly finishedAtMs?: number;
  readonly result?: EndResult;
  readonly detail?: unknown;
  readonly durationMs?: number;
  readonly tail?: string;
}

/** Why a notification never reached the outbox. */
export type HeldReason = 'suppressed' | 'unwanted';

/** One notification that was not let through. */
export interface NewHeldBack {
  readonly harness: string;
  readonly event: NotifiedEvent;
  readonly reason: HeldReason;
  /** Names the window: the same value means the same history row, also after a restart. */
  readonly window: string | number;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Asked for the harness's notification memory when the row is written, and saved with it. */
  readonly memory?: () => object;
}

/** What one window of one harness and event held back; times are Unix milliseconds. */
export interface HeldBack {
  readonly kind: 'held_back';
  readonly row: number;
  readonly harness: string;
  readonly event: NotifiedEvent;
  readonly reason: HeldReason;
  readonly window: string;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}
