import { randomUUIDv7 } from 'node:crypto';
import { type Arising, type EventName, eventOf, type Fact, type Json } from '@harness/notify-core';

/** What a decision needs to know of a fact; undefined for a `test`, which nobody decides on. */
export function arisingOf(fact: Fact, proofMs: number | undefined): Arising | undefined {
  const event = eventOf(fact);
  return event === 'test' ? undefined : new ArisingFact(event, fact, proofMs);
}

/** Most of what a storm raises is only counted: it needs no id and no copy. */
class ArisingFact implements Arising {
  readonly event: EventName;
  readonly proofMs?: number;
  readonly unfinished?: true;
  readonly #fact: Fact;
  #id: string | undefined;

  constructor(event: EventName, fact: Fact, proofMs: number | undefined) {
    this.event = event;
    this.#fact = fact;
    if (proofMs !== undefined) {
      this.proofMs = proofMs;
    }
    if (fact.kind === 'rotation_stuck') {
      this.unfinished = true;
    }
  }

  get episodeId(): string {
    this.#id ??= randomUUIDv7();
    return this.#id;
  }

  get detail(): Json {
    return detailOf(this.#fact);
  }
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
