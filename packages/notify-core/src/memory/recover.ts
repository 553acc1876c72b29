import type { Arising, Decision, Deliver, Policy } from './decision.ts';
import { opensAlert } from './event-traits.ts';
import { type HarnessMemory, NEVER_MS } from './harness-memory.ts';
import { stampWindow } from './window.ts';

interface Recovered {
  readonly memory: HarnessMemory;
  readonly decision: Decision;
}

/**
 * Decides a `recovered`. Whatever it decides, the windows of `failed` and `loop_stopped` are open
 * again and nothing of an alert is held back any longer.
 */
export function decideRecovered(
  memory: HarnessMemory,
  arising: Arising,
  policy: Policy,
): Recovered {
  const back = provenBack(memory);
  if (!policy.events.has('recovered')) {
    return {
      memory: withoutAlerts(back),
      decision: { kind: 'unwanted', reason: 'not_in_events' },
    };
  }
  if (openerInFlight(back)) {
    const waiting = arising.detail === undefined ? {} : { detail: arising.detail };
    return {
      memory: { ...back, waiting },
      decision: { kind: 'waiting', reason: 'opener_in_flight' },
    };
  }
  return closeAlerts(back);
}

/** Whether a delivery is under way that would open, or tell of again, an alert of an open episode. */
export function openerInFlight(memory: HarnessMemory): boolean {
  return memory.flights.some(
    (flight) =>
      opensAlert(flight.event) && memory.episodes.some((episode) => episode.id === flight.episode),
  );
}

/** Ends every alert. A `recovered` goes out only if one of them was told. */
export function closeAlerts(memory: HarnessMemory): Recovered {
  const told = memory.episodes.filter((episode) => opensAlert(episode.event) && episode.told);
  const closed = withoutAlerts(memory);
  if (told.length === 0) {
    return { memory: closed, decision: { kind: 'untold', reason: 'no_alert_open' } };
  }
  const decision: Deliver = {
    kind: 'deliver',
    reason: 'wanted',
    delivery: memory.nextDelivery,
    opens: false,
    suppressed: 0,
    resolves: told.map((episode) => episode.id),
    closes: told.map((episode) => episode.event),
  };
  return { memory: { ...closed, nextDelivery: memory.nextDelivery + 1 }, decision };
}

/** The memory without a `recovered` that waits. */
export function withoutWaiting(memory: HarnessMemory): HarnessMemory {
  const { waiting: _, ...rest } = memory;
  return rest;
}

function provenBack(memory: HarnessMemory): HarnessMemory {
  stampWindow(memory, 'failed', NEVER_MS);
  stampWindow(memory, 'loop_stopped', NEVER_MS);
  return { ...memory, held: memory.held.filter((held) => !opensAlert(held.event)) };
}

function withoutAlerts(memory: HarnessMemory): HarnessMemory {
  return {
    ...withoutWaiting(memory),
    episodes: memory.episodes.filter((episode) => !opensAlert(episode.event)),
  };
}
