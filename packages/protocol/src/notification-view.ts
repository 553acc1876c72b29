import type { NotifiedEvent, Result } from '@harness/notify-core';

/** One entry of the notification history. Times are RFC 3339, UTC. */
export type NotificationView = DeliveryView | HeldBackView;

/** A notification that reached the outbox. */
export interface DeliveryView {
  readonly kind: 'delivery';
  /** Its place in the history; later entries have higher ones. */
  readonly row: number;
  readonly id: string;
  readonly seq: number;
  /** Absent for a `test`. */
  readonly harness?: string;
  readonly event: NotifiedEvent;
  readonly episode?: string;
  readonly message: string;
  readonly raisedAt: string;
  /** Absent until the hook was started. */
  readonly startedAt?: string;
  /** Absent until it ended, with the fields below. */
  readonly finishedAt?: string;
  readonly result?: Exclude<Result, 'suppressed'>;
  /** One line: `exited with 7`, `timed out after 15s`. */
  readonly detail?: string;
  readonly durationMs?: number;
  /** The tail of what the hook printed, redacted; only where it failed. */
  readonly tail?: string;
}

/** What one window of one harness and event held back. */
export interface HeldBackView {
  readonly kind: 'held_back';
  readonly row: number;
  readonly harness: string;
  readonly event: NotifiedEvent;
  /** `suppressed`: inside the cooldown. `unwanted`: not in `events`. */
  readonly result: 'suppressed' | 'unwanted';
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** When the window ends or ended, by the cooldown in force; only where it is suppressed. */
  readonly untilAt?: string;
}

/** `GET /v1/notifications`. */
export interface NotificationsAnswer {
  /** Newest first. */
  readonly notifications: readonly NotificationView[];
  /** The events that the hook in force is told of; absent where no hook is configured. */
  readonly events?: readonly NotifiedEvent[];
}
