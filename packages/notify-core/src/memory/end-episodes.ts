import type { EventName } from '../events.ts';
import { opensAlert } from './event-traits.ts';
import type { HarnessMemory } from './harness-memory.ts';
import { withoutWaiting } from './recover.ts';

/** An alert that was told and that no `recovered` has closed. */
export interface OpenAlert {
  readonly event: EventName;
  readonly episode: string;
  /** When its trouble began, on the memory's clock. */
  readonly sinceMs: number;
  /** How long the harness must be up again to count as proven back. */
  readonly proofMs?: number;
}

/** The alerts that are open, in the order in which their episodes began. */
export function openAlerts(memory: HarnessMemory): readonly OpenAlert[] {
  return memory.episodes
    .filter((episode) => opensAlert(episode.event) && episode.told)
    .map(({ event, id, sinceMs, proofMs }) =>
      proofMs === undefined
        ? { event, episode: id, sinceMs }
        : { event, episode: id, sinceMs, proofMs },
    );
}

/**
 * Ends the episodes of some events silently, with what is held back of them. A delivery of one that
 * is still under way opens no alert. Windows stay as they are.
 */
export function endEpisodes(memory: HarnessMemory, events: readonly EventName[]): HarnessMemory {
  return {
    ...memory,
    episodes: memory.episodes.filter((episode) => !events.includes(episode.event)),
    held: memory.held.filter((held) => !events.includes(held.event)),
  };
}

/**
 * Ends every alert and every other trouble without a `recovered`: the operator stopped the harness
 * or removed it. Windows and counts stay as they are.
 */
export function endAlerts(memory: HarnessMemory): HarnessMemory {
  return { ...withoutWaiting(memory), episodes: [], held: [] };
}
