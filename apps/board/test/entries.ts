import type { DeliveryView, HeldBackView } from '@harness/protocol';

/** A delivery that ended well, and what a test wants to be different. */
export function delivery(
  row: number,
  atMs: number,
  more: Partial<DeliveryView> = {},
): DeliveryView {
  return {
    kind: 'delivery',
    row,
    id: `id-${row}`,
    seq: row,
    harness: 'a',
    event: 'failed',
    message: 'a failed',
    raisedAt: instant(atMs),
    startedAt: instant(atMs),
    finishedAt: instant(atMs + 100),
    result: 'ok',
    ...more,
  };
}

/** A delivery without its end. */
export function waiting(row: number, atMs: number): DeliveryView {
  const { startedAt, finishedAt, result, ...rest } = delivery(row, atMs);
  return rest;
}

/** What a window held back. */
export function heldBack(
  row: number,
  atMs: number,
  more: Partial<HeldBackView> = {},
): HeldBackView {
  return {
    kind: 'held_back',
    row,
    harness: 'a',
    event: 'failed',
    result: 'suppressed',
    count: 3,
    firstAt: instant(atMs - 1000),
    lastAt: instant(atMs),
    untilAt: instant(atMs + 1000),
    ...more,
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
