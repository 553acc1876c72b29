import type { Fact } from './fact.ts';

/** Where a lifecycle came to rest; see {@link Settled}. */
export const RESTS = ['running', 'stopped', 'failed', 'waiting'] as const;

/** One of {@link RESTS}. `waiting`: a run ended or did not begin, and the next one waits for its time. */
export type Rest = (typeof RESTS)[number];

/** What the caller carries out, in the given order. `run` is the number of the run that it concerns. */
export type Effect =
  | { readonly kind: 'start'; readonly run: number }
  | { readonly kind: 'terminate'; readonly run: number }
  | { readonly kind: 'kill'; readonly run: number }
  | Sweep
  | Wake
  | { readonly kind: 'tell'; readonly fact: Fact }
  | Settled;

/**
 * End what an exited run left behind: SIGTERM, SIGKILL after `graceMs`, and answer with the input `cleared` when nothing
 * is left (at once, when nothing was). Within a stop, `graceMs` is what remains of its grace.
 */
export interface Sweep {
  readonly kind: 'sweep';
  readonly run: number;
  readonly graceMs: number;
}

/** Give the input `tick` at this instant. There is one timer: a later `wake` replaces it, nothing cancels it. */
export interface Wake {
  readonly kind: 'wake';
  readonly atMs: number;
}

/**
 * The lifecycle came to rest. Every verb (`start`, `stop`, `restart`, `hold`, `resume`, `shutdown`, `retire`) is
 * followed by one, in the same step or later: whoever waits for a verb answers with the first one after it. When verbs
 * overtake each other, it says where the last of them led.
 */
export interface Settled {
  readonly kind: 'settled';
  readonly as: Rest;
}
