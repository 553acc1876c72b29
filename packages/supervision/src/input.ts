import type { Exit } from './exit.ts';
import type { Order } from './intent.ts';

/** What happens to a lifecycle. Inputs about another run than the current one are ignored. */
export type Input = Verb | RunInput | { readonly kind: 'tick' } | AwaitProof;

/** What somebody asks for. */
export type Verb =
  /** Wanted from now on; clears `failed`, the streak and a hold. Without effect on one that is up. */
  | { readonly kind: 'start'; readonly order: Order }
  /** Not wanted from now on. From an operator it also ends the wait for a proof. */
  | { readonly kind: 'stop'; readonly order: Order }
  /**
   * Stop, then start. From an operator it starts whatever was, and clears `failed`, the streak and a hold. From a
   * guard or a changed configuration it replaces the run that is up and changes nothing else.
   */
  | { readonly kind: 'restart'; readonly order: Order }
  /** Down until `resume`, the intent untouched: a park, or work on files that the harness must not hold open. */
  | { readonly kind: 'hold' }
  /** Ends a hold, also the one that a new lifecycle begins with, and starts what is wanted. */
  | { readonly kind: 'resume' }
  /** The daemon ends: down for good, intent and `failed` untouched, nothing told. */
  | { readonly kind: 'shutdown' }
  /** Gone from the configuration: down, the wait for a proof ended. `resume` or `start` take it back. */
  | { readonly kind: 'retire' };

/** What became of a run. `run` is the number that the `start` effect carried. */
export type RunInput =
  | { readonly kind: 'spawned'; readonly run: number }
  | { readonly kind: 'spawn_failed'; readonly run: number; readonly reason: string }
  | Exited
  /** All processes of the exited run are gone: the answer to `sweep`. */
  | { readonly kind: 'cleared'; readonly run: number };

/** The run's own process ended. It may be told late, after its output was drained: pauses count from `endedMs`. */
export interface Exited {
  readonly kind: 'exited';
  readonly run: number;
  readonly exit: Exit;
  /** Instants of the same clock as `nowMs`; uptime is the time between them. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** What this run printed last; absent when it printed nothing. */
  readonly lastLine?: string;
}

/**
 * An alert from a store or from a guard waits to be closed: tell `proven_back` once a run has been up for `afterMs`,
 * held within the policy's bounds. A longer wait that is pending stays. A run that is up counts from its start, so
 * give it after the verb that ends that run.
 */
export interface AwaitProof {
  readonly kind: 'await_proof';
  readonly afterMs: number;
}
