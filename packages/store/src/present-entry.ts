import type { NotifiedEvent } from '@harness/notify-core';
import type { HistoryEntry } from './history.ts';
import { present, readJson } from './json-text.ts';
import type { EndResult, HeldBack, HeldReason, RecordedNotification } from './notification.ts';
import type { NotificationRow } from './rows.ts';

/** A row of the history as callers see it. */
export function presentEntry(row: NotificationRow): HistoryEntry {
  return row.window === null ? presentNotification(row) : presentHeldBack(row, row.window);
}

/** A row of the outbox as callers see it. */
export function presentNotification(row: NotificationRow): RecordedNotification {
  return {
    ...present<Omit<RecordedNotification, 'payload' | 'hook'>>({
      kind: 'notification',
      row: row.row,
      id: row.id ?? '',
      seq: row.seq ?? 0,
      harness: row.harness,
      // What was written came from these types.
      event: row.event as NotifiedEvent,
      episode: row.episode,
      raisedAtMs: row.raised_ms,
      startedAtMs: row.started_ms,
      finishedAtMs: row.finished_ms,
      result: row.result as EndResult | null,
      detail: readJson(row.detail),
      durationMs: row.duration_ms,
      tail: row.tail,
    }),
    payload: readJson(row.payload),
    hook: readJson(row.hook),
  };
}

function presentHeldBack(row: NotificationRow, window: string): HeldBack {
  return {
    kind: 'held_back',
    row: row.row,
    harness: row.harness ?? '',
    event: row.event as NotifiedEvent,
    reason: row.result as HeldReason,
    window,
    count: row.count,
    firstAtMs: row.raised_ms,
    lastAtMs: row.last_ms ?? row.raised_ms,
  };
}
