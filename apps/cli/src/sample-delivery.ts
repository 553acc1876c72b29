import { hostname } from 'node:os';
import {
  compose,
  describeFact,
  EVENTS,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
  type Payload,
  sampleFact,
} from '@harness/notify-core';
import { UsageError } from './usage-error.ts';

const HARNESS = 'example';
const EPISODE = 'sample-episode';
const EPISODIC: readonly NotifiedEvent[] = EVENTS.filter(
  (event) => !['flapping', 'run_failed', 'recovered'].includes(event),
);

/**
 * What a hook would get for an event, plainly marked: the harness is `example`, the id begins with
 * `sample-`, the message with `[sample]`.
 */
export function samplePayload(event: NotifiedEvent, nowMs: number): Payload {
  const harness = event === 'test' ? undefined : HARNESS;
  const payload = compose(
    describeFact(harness, sampleFact(event)),
    {
      host: hostname(),
      timeMs: nowMs,
      id: `sample-${nowMs}`,
      ...(harness === undefined ? {} : { harness }),
      ...(EPISODIC.includes(event) ? { episode: EPISODE } : {}),
      ...(event === 'recovered' ? { resolves: [EPISODE] } : {}),
    },
    // A sample's words are our own: there is nothing to mask.
    (text) => text,
  );
  return { ...payload, message: `[sample] ${payload.message}` };
}

/**
 * The event that a word names.
 *
 * @throws {UsageError} naming every event, for any other word.
 */
export function eventNamed(word: string): NotifiedEvent {
  const event = NOTIFIED_EVENTS.find((name) => name === word);
  if (event === undefined) {
    throw new UsageError(`no event \`${word}\`; the events are ${NOTIFIED_EVENTS.join(', ')}`);
  }
  return event;
}
