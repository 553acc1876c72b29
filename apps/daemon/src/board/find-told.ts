import type { NotificationView } from '@harness/protocol';
import type { Control } from '../api/control.ts';
import type { Trouble } from './open-troubles.ts';

/** A trouble, and from when on it can have been told of, wall clock; undefined where it is not known. */
export interface Tellable {
  readonly trouble: Pick<Trouble, 'event' | 'harness'>;
  readonly fromMs: number | undefined;
}

/** The newest notification of a trouble; undefined where there was none. */
export type Told = (tellable: Tellable) => NotificationView | undefined;

// Beside those of the troubles there are others among the newest.
const MORE = 20;

/**
 * Finds what was told of troubles. A look at the newest entries answers most of it: in a storm, one for each trouble
 * would take longer than everything else that an overview is made of.
 */
export function findTold(
  tellables: readonly Tellable[],
  { notifications }: Pick<Control, 'notifications'>,
): Told {
  const limit = tellables.length + MORE;
  const found =
    tellables.length === 0
      ? []
      : notifications({ ...fromEarliest(tellables), limit }).notifications;
  const newest = new Map(found.toReversed().map((entry) => [keyOf(entry), entry]));

  function newestOf(wanted: Tellable['trouble']): NotificationView | undefined {
    const known = newest.get(keyOf(wanted));
    return known === undefined && found.length === limit
      ? notifications({ ...wanted, limit: 1 }).notifications[0]
      : known;
  }

  return ({ trouble: { harness, event }, fromMs = 0 }) =>
    (event === 'loop_stopped' ? GUARD_STOPS : [event])
      .map((one) => newestOf({ harness, event: one }))
      .find((told) => told !== undefined && lastMs(told) >= fromMs);
}

/** A stop of which nobody heard is told as `intent_lost` after the daemon's next start. */
const GUARD_STOPS = ['intent_lost', 'loop_stopped'] as const;

function fromEarliest(tellables: readonly Tellable[]): { readonly sinceMs?: number } {
  const earliest = Math.min(...tellables.map(({ fromMs = 0 }) => fromMs));
  return earliest === 0 ? {} : { sinceMs: earliest };
}

function keyOf({ harness, event }: { readonly harness?: string; readonly event: string }): string {
  return `${event} ${harness}`;
}

function lastMs(told: NotificationView): number {
  return Date.parse(told.kind === 'delivery' ? told.raisedAt : told.lastAt);
}
