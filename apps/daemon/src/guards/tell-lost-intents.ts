import { type BootRecord, lostIntent, type StoredIntent, type Telling } from '@harness/guards';
import type { NotifiedEvent } from '@harness/notify-core';
import type { HistoryEntry } from '@harness/store';
import type { Parts } from '../parts.ts';
import type { Unit } from '../supervisor/unit.ts';

/** What is looked at to find out why a harness is down. */
export type LostParts = Pick<Parts, 'guards' | 'intents' | 'notifier' | 'store' | 'supervisor'>;

/**
 * Tells of each harness that configuration starts and that stays down for a reason which nobody was told of. Call it
 * once at boot, when the deliveries that the daemon before this one had begun are settled.
 */
export function tellLostIntents(parts: LostParts): void {
  for (const unit of parts.supervisor.units.values()) {
    const lost = lostIntent(bootRecord(unit, parts));
    if (lost !== undefined) {
      unit.log.note(`it stays down although it is set to start: ${lost.why}`);
      parts.notifier.raise(unit.name, lost);
    }
  }
}

function bootRecord({ name, spec }: Unit, parts: LostParts): BootRecord {
  const intent = parts.intents.get(name)?.intent;
  const telling = intent === undefined ? undefined : tellingOf(name, intent, parts);
  const cutOff = parts.guards.of(name)?.cutOff();
  return {
    startsByConfiguration: spec.enabled,
    ...(intent === undefined ? {} : { intent }),
    ...(telling === undefined ? {} : { telling }),
    ...(cutOff === undefined ? {} : { cutOff }),
    lossTold: intent !== undefined && wasLossTold(name, intent, parts),
  };
}

function tellingOf(
  name: string,
  intent: StoredIntent,
  { store, notifier }: LostParts,
): Telling | undefined {
  if (notifier.holdsBack(name, 'loop_stopped')) {
    return 'pending';
  }
  const [newest] = entriesSince(name, 'loop_stopped', intent, store);
  return newest === undefined ? undefined : endOf(newest);
}

function wasLossTold(name: string, intent: StoredIntent, { store }: LostParts): boolean {
  return entriesSince(name, 'intent_lost', intent, store)
    .map(endOf)
    .some((end) => end === 'ok' || end === 'pending');
}

// The stop comes before what is told of it; the newest entry first.
function entriesSince(
  harness: string,
  event: NotifiedEvent,
  { atMs }: StoredIntent,
  store: LostParts['store'],
): readonly HistoryEntry[] {
  store.flushHeld();
  return store.history({ harness, event, sinceMs: atMs, limit: MOST_ENTRIES });
}

const MOST_ENTRIES = 100;

function endOf(entry: HistoryEntry): Telling {
  return entry.kind === 'held_back' ? entry.reason : (entry.result ?? 'pending');
}
