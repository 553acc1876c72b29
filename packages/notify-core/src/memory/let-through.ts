import type { EventName } from '../events.ts';
import type { Arising, Deliver } from './decision.ts';
import { hasEpisode, opensAlert } from './event-traits.ts';
import type { Episode, Flight, HarnessMemory } from './harness-memory.ts';
import { setSuppressed, stampWindow, suppressedOf } from './window.ts';

/** A delivery that was let through, and the memory that knows of it. */
export interface LetThrough {
  readonly memory: HarnessMemory;
  readonly decision: Deliver;
}

/** Lets a trouble through: opens its window, continues or opens its episode, takes the count. */
export function letThrough(memory: HarnessMemory, arising: Arising, nowMs: number): LetThrough {
  const { event } = arising;
  const episode = hasEpisode(arising) ? episodeOf(memory, arising, nowMs) : undefined;
  const flight = flightOf(memory, event, episode);
  stampWindow(memory, event, nowMs);
  setSuppressed(memory, event, 0);
  return {
    memory: {
      ...memory,
      episodes: episode === undefined ? memory.episodes : withEpisode(memory.episodes, episode),
      held: memory.held.filter((held) => held.event !== event),
      flights: [...memory.flights.map((other) => withoutWindow(other, event)), flight],
      nextDelivery: memory.nextDelivery + 1,
    },
    decision: decisionOf(flight, episode),
  };
}

function decisionOf(flight: Flight, episode: Episode | undefined): Deliver {
  return {
    kind: 'deliver',
    reason: 'wanted',
    delivery: flight.delivery,
    ...(episode && { episode: episode.id }),
    opens: opensAlert(flight.event) && episode?.told === false,
    suppressed: flight.suppressed,
  };
}

function episodeOf(memory: HarnessMemory, arising: Arising, nowMs: number): Episode {
  const { event, episodeId, proofMs } = arising;
  const open = memory.episodes.find((episode) => episode.event === event);
  const held = memory.held.find((one) => one.event === event);
  const proof = longest(longest(open?.proofMs, held?.proofMs), proofMs);
  return {
    event,
    id: open?.id ?? held?.episode ?? episodeId,
    sinceMs: open?.sinceMs ?? held?.sinceMs ?? nowMs,
    told: open?.told ?? false,
    ...(proof !== undefined && { proofMs: proof }),
  };
}

function flightOf(memory: HarnessMemory, event: EventName, episode: Episode | undefined): Flight {
  return {
    delivery: memory.nextDelivery,
    event,
    ...(episode && { episode: episode.id }),
    ownsWindow: true,
    suppressed: suppressedOf(memory, event),
  };
}

// Where the open one of its event stands, or last: the order is that of opening.
function withEpisode(episodes: readonly Episode[], episode: Episode): readonly Episode[] {
  return episodes.some((open) => open.event === episode.event)
    ? episodes.map((open) => (open.event === episode.event ? episode : open))
    : [...episodes, episode];
}

function withoutWindow(flight: Flight, event: EventName): Flight {
  return flight.event === event ? { ...flight, ownsWindow: false } : flight;
}

function longest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}
