import type { Outcome } from '@harness/notify-core';
import type { RecordedNotification, Store } from '@harness/store';
import { type Delivery, deliveryOf } from './job.ts';

/**
 * What an earlier daemon left in the outbox: what it had started is closed as failed, what it had not is returned to be
 * delivered, oldest first.
 */
export function replayOutbox(
  store: Store,
  ended: (delivery: Delivery, outcome: Outcome) => void,
): readonly Delivery[] {
  for (const delivery of whole(store.openStarted())) {
    ended(delivery, CUT_OFF);
  }
  return whole(store.unstarted());
}

function whole(recorded: readonly RecordedNotification[]): readonly Delivery[] {
  return recorded.map(deliveryOf).filter((delivery) => delivery !== undefined);
}

const CUT_OFF: Outcome = {
  result: 'error',
  detail: { kind: 'cancelled', reason: 'daemon stopped during delivery' },
  durationMs: 0,
};
