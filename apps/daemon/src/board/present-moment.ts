import type { Control } from '../api/control.ts';
import type { Parts } from '../parts.ts';
import { openTroubles } from './open-troubles.ts';

// What ends later than this many newer ones is seen by the queue's depth and the last deliveries.
const NEWEST = 50;

/** Everything that a page shows, as text that stays the same as long as that does. */
export function presentMoment(
  parts: Parts,
  control: Pick<Control, 'list' | 'notifications'>,
): string {
  const { notifier, store, restarts, clock } = parts;
  const { harnesses, configProblems } = control.list();
  const { notifications } = control.notifications({ limit: NEWEST });
  return JSON.stringify([
    // When a restart is due is counted anew at each look, and never twice the same to the millisecond.
    harnesses.map(({ nextStartAt, ...rest }) => ({ ...rest, waits: nextStartAt !== undefined })),
    configProblems,
    notifications.map((one) =>
      one.kind === 'delivery'
        ? [one.row, one.startedAt, one.result]
        : [one.row, one.count, one.result],
    ),
    notifier.depth,
    store.lastDeliveries().recent.map(({ row }) => row),
    restarts.counts(clock.nowMs()),
    openTroubles(parts).map(({ harness, event, did }) => [harness, event, did]),
  ]);
}
