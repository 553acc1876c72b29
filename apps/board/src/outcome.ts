import type { NotificationView } from '@harness/protocol';

/** What became of a notification, for a person. */
export const OUTCOMES = ['told', 'held', 'dropped', 'failed', 'pending'] as const;

/** One of {@link OUTCOMES}. */
export type Outcome = (typeof OUTCOMES)[number];

/** The words for an outcome, as the legend says them. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  told: 'told',
  held: 'held back',
  dropped: 'dropped',
  failed: 'hook failed',
  pending: 'on its way',
};

/** What became of an entry of the history. */
export function outcomeOf({ result }: NotificationView): Outcome {
  switch (result) {
    case undefined:
      return 'pending';
    case 'ok':
      return 'told';
    case 'dropped':
      return 'dropped';
    case 'error':
    case 'timeout':
      return 'failed';
    default:
      return 'held';
  }
}

/** The wire's word for it, and why, in a few words. */
export function resultWords(entry: NotificationView): string {
  if (entry.kind === 'held_back') {
    const why = entry.result === 'suppressed' ? 'inside the cooldown' : 'not in events';
    return entry.count === 1 ? why : `${why}, ${entry.count} times`;
  }
  if (entry.result === undefined) {
    return entry.startedAt === undefined ? 'waits for a worker' : 'the hook runs';
  }
  return entry.result === 'ok' ? 'ok' : `${entry.result}: ${entry.detail ?? 'no reason known'}`;
}

/** How many notifications an entry stands for. */
export function countOf(entry: NotificationView): number {
  return entry.kind === 'held_back' ? entry.count : 1;
}

/** When it arose (of several: the last), Unix milliseconds. */
export function atMs(entry: NotificationView): number {
  return Date.parse(entry.kind === 'held_back' ? entry.lastAt : entry.raisedAt);
}
