import { describeOutcome, type OutcomeDetail } from '@harness/notify-core';
import type { DeliveryView, HeldBackView, NotificationView } from '@harness/protocol';
import type { HeldBack, HistoryFilter, RecordedNotification, Store } from '@harness/store';
import type { Clock } from '../clock.ts';

/** What the history is read with. */
export interface HistoryContext {
  readonly store: Pick<Store, 'history' | 'flushHeld'>;
  readonly clock: Clock;
  /** By the table in force; undefined where no hook is configured. */
  readonly cooldownMs: number | undefined;
}

/** The entries that a filter lets through, newest first, what was counted a moment ago included. */
export function readHistory(
  filter: HistoryFilter,
  { store, clock, cooldownMs }: HistoryContext,
): readonly NotificationView[] {
  store.flushHeld();
  return store
    .history(filter)
    .map((entry) =>
      entry.kind === 'notification' ? deliveryView(entry) : heldBackView(entry, clock, cooldownMs),
    );
}

/** A notification that reached the outbox, as the local API shows it. */
export function deliveryView(recorded: RecordedNotification): DeliveryView {
  const { row, id, seq, harness, event, episode, payload, raisedAtMs, startedAtMs } = recorded;
  return {
    kind: 'delivery',
    row,
    id,
    seq,
    ...(harness === undefined ? {} : { harness }),
    event,
    ...(episode === undefined ? {} : { episode }),
    message: messageOf(payload),
    raisedAt: instant(raisedAtMs),
    ...(startedAtMs === undefined ? {} : { startedAt: instant(startedAtMs) }),
    ...endOf(recorded),
  };
}

function endOf(recorded: RecordedNotification): Partial<DeliveryView> {
  const { finishedAtMs, result, detail, durationMs, tail } = recorded;
  if (finishedAtMs === undefined || result === undefined) {
    return {};
  }
  return {
    finishedAt: instant(finishedAtMs),
    result,
    ...(isDetail(detail) ? { detail: describeOutcome({ detail }) } : {}),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(tail === undefined || result === 'ok' ? {} : { tail }),
  };
}

function heldBackView(held: HeldBack, clock: Clock, cooldownMs: number | undefined): HeldBackView {
  const { row, harness, event, reason, window, count, firstAtMs, lastAtMs } = held;
  const openedMs = Number(window);
  const ends = reason === 'suppressed' && cooldownMs !== undefined && Number.isFinite(openedMs);
  // A window is named by the instant at which it opened, on the clock that never steps.
  const offsetMs = clock.wallMs() - clock.nowMs();
  return {
    kind: 'held_back',
    row,
    harness,
    event,
    result: reason,
    count,
    firstAt: instant(firstAtMs),
    lastAt: instant(lastAtMs),
    ...(ends ? { untilAt: instant(openedMs + cooldownMs + offsetMs) } : {}),
  };
}

// Both are this program's own records: it is enough to see that they are whole.
function messageOf(payload: unknown): string {
  const message =
    typeof payload === 'object' && payload !== null && 'message' in payload
      ? payload.message
      : undefined;
  return typeof message === 'string' ? message : '';
}

function isDetail(detail: unknown): detail is OutcomeDetail {
  return typeof detail === 'object' && detail !== null && 'kind' in detail;
}

function instant(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
