import type { EventName } from '../events.ts';
import type { Arising } from './decision.ts';

const ALERTS: ReadonlySet<EventName> = new Set(['failed', 'loop_stopped', 'stalled']);
const LASTING: ReadonlySet<EventName> = new Set([...ALERTS, 'parked']);
const SILENTLY_ENDING: ReadonlySet<EventName> = new Set(['intent_lost', 'parked', 'health']);

/** Whether an event, once told, opens an alert that `recovered` closes. */
export function opensAlert(event: EventName): boolean {
  return ALERTS.has(event);
}

/** Whether a notification belongs to an episode: an alert, or a trouble that ends silently. */
export function hasEpisode(arising: Pick<Arising, 'event' | 'unfinished'>): boolean {
  return (
    opensAlert(arising.event) || SILENTLY_ENDING.has(arising.event) || arising.unfinished === true
  );
}

/** Whether a notification may still be true when the window that holds it back has ended. */
export function mayLast(arising: Pick<Arising, 'event' | 'unfinished'>): boolean {
  return LASTING.has(arising.event) || arising.unfinished === true;
}
