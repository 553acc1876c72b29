import { randomUUIDv7 } from 'node:crypto';
import { type Arising, eventOf, type Fact, type Json } from '@harness/notify-core';

/** What a decision needs to know of a fact; undefined for a `test`, which nobody decides on. */
export function arisingOf(fact: Fact, proofMs: number | undefined): Arising | undefined {
  const event = eventOf(fact);
  return event === 'test'
    ? undefined
    : {
        event,
        episodeId: randomUUIDv7(),
        ...(proofMs === undefined ? {} : { proofMs }),
        ...(fact.kind === 'rotation_stuck' ? { unfinished: true } : {}),
        detail: detailOf(fact),
      };
}

/** The fact that a held-back notification was raised with. */
export function factOf(detail: Json | undefined): Fact | undefined {
  // What was put in by arisingOf, by this daemon or an earlier one.
  return detail as unknown as Fact | undefined;
}

// Optional fields of a fact are left out where they do not apply, as JSON wants it.
function detailOf(fact: Fact): Json {
  return { ...fact } as unknown as Json;
}
