import type { Origin, Turn } from '@harness/turns';
import { Seen } from '../seen.ts';
import type { RateLimits } from './codex-refusal.ts';

/** What must be remembered of a rollout to read its next record. */
export interface RolloutState {
  readonly calls: Seen;
  /** An item of a response was read, and its end was not. */
  inResponse: boolean;
  /** This task's failure was told by a record before its end. */
  refused: boolean;
  /** The type of record that carries a person's messages in this rollout. */
  personsType: unknown;
  limits: RateLimits | undefined;
}

/** A rollout of which nothing was read. */
export function beginRollout(): RolloutState {
  return {
    calls: new Seen(SEEN_LIMIT),
    inResponse: false,
    refused: false,
    personsType: undefined,
    limits: undefined,
  };
}

/** The answer that an item belongs to, told with the first item of a response. */
export function answerTurns(origin: Origin, state: RolloutState): readonly Turn[] {
  if (state.inResponse) {
    return [];
  }
  state.inResponse = true;
  return [{ kind: 'answer', ...origin }];
}

const SEEN_LIMIT = 512;
