import type { Outcome } from '../outcome.ts';
import type { Deliver } from './decision.ts';
import { type Flight, type HarnessMemory, type Json, NEVER_MS } from './harness-memory.ts';
import { closeAlerts, openerInFlight, withoutWaiting } from './recover.ts';
import { setSuppressed, stampWindow, suppressedOf } from './window.ts';

/** How a delivery that was let through ended. */
export interface Settlement {
  /** The number that its decision gave it. */
  readonly delivery: number;
  readonly result: Outcome['result'];
}

/** A `recovered` that waited and goes to the queue now. */
export interface Release {
  readonly event: 'recovered';
  readonly decision: Deliver;
  /** What it was raised with. */
  readonly detail?: Json;
}

/** The memory after a delivery has ended, and what that lets go. */
export interface Settled {
  readonly memory: HarnessMemory;
  /** At most one. */
  readonly releases: readonly Release[];
}

/**
 * Takes note of how a delivery ended.
 *
 * `ok` opens the alert of its episode. Any other result means that nobody was told: the delivery's
 * own window is taken back, the held-back count that it carried is due again, and an episode that
 * nobody has heard of is forgotten. When no opener is under way any more, a `recovered` that waited
 * is released if an alert was told, and forgotten if none was. A `recovered` that fails reopens
 * nothing, since nothing is retried. A delivery that is not under way changes nothing, so that an
 * outcome may be reported twice.
 */
export function settle(memory: HarnessMemory, { delivery, result }: Settlement): Settled {
  const flight = memory.flights.find((one) => one.delivery === delivery);
  if (flight === undefined) {
    return { memory, releases: [] };
  }
  const flights = memory.flights.filter((one) => one !== flight);
  const landed = { ...memory, flights };
  return release(result === 'ok' ? told(landed, flight) : takenBack(landed, flight));
}

function told(memory: HarnessMemory, flight: Flight): HarnessMemory {
  return {
    ...memory,
    episodes: memory.episodes.map((episode) =>
      episode.id === flight.episode ? { ...episode, told: true } : episode,
    ),
  };
}

function takenBack(memory: HarnessMemory, flight: Flight): HarnessMemory {
  const { event, suppressed } = flight;
  const lives = memory.flights.some((other) => other.episode === flight.episode);
  if (flight.ownsWindow) {
    stampWindow(memory, event, NEVER_MS);
  }
  setSuppressed(memory, event, suppressedOf(memory, event) + suppressed);
  return {
    ...memory,
    episodes: memory.episodes.filter(
      (episode) => episode.id !== flight.episode || episode.told || lives,
    ),
  };
}

function release(memory: HarnessMemory): Settled {
  if (memory.waiting === undefined || openerInFlight(memory)) {
    return { memory, releases: [] };
  }
  const { detail } = memory.waiting;
  const closed = closeAlerts(withoutWaiting(memory));
  if (closed.decision.kind !== 'deliver') {
    return { memory: closed.memory, releases: [] };
  }
  const recovered = { event: 'recovered', decision: closed.decision } as const;
  return {
    memory: closed.memory,
    releases: [detail === undefined ? recovered : { ...recovered, detail }],
  };
}
