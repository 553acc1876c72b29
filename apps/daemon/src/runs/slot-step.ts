import type { Overlap } from '@harness/harness-config';
import type { Exit, Exited, RunInput } from '@harness/supervision';
import type { ProgramEnd, Slot } from './slot.ts';

/** What happens to a slot. Inputs about another run than the one in flight are ignored. */
export type SlotInput =
  /** Somebody asks for a run, which has its number already. */
  | { readonly kind: 'asked'; readonly run: number }
  | Exclude<RunInput, Exited>
  | ProgramExited
  | { readonly kind: 'tick' }
  /** The operator stops it: the run in flight and the waiting one are cancelled. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'open' }
  /** Runs are skipped until `open`; with `cut` the one in flight is ended too. */
  | { readonly kind: 'park'; readonly cut?: boolean }
  /** Nothing starts any more; `cut` is how the runs that this ends read. */
  | { readonly kind: 'close'; readonly cut: 'cancelled' | 'interrupted' };

/** The program of the run in flight ended. */
export interface ProgramExited extends Exited {
  /** It failed because its provider refused it for quota, and the harness is parked for it. */
  readonly refused?: boolean;
}

/** What the caller carries out, in the given order. */
export type SlotEffect =
  | { readonly kind: 'start'; readonly run: number }
  | { readonly kind: 'terminate'; readonly run: number }
  | { readonly kind: 'kill'; readonly run: number }
  /** End what an exited run left behind, and answer with `cleared`. */
  | { readonly kind: 'sweep'; readonly run: number; readonly graceMs: number }
  /** Give a `tick` then. A later one replaces it. */
  | { readonly kind: 'wake'; readonly atMs: number }
  | RunEnded;

/** How a run came out. Exactly one for each run that was asked for. */
export interface RunEnded extends Partial<ProgramEnd> {
  readonly kind: 'ended';
  readonly run: number;
  readonly outcome: SlotOutcome;
  readonly exit?: Exit;
}

/** The outcomes that a slot gives. */
export type SlotOutcome =
  | 'success'
  | 'failed'
  | 'timed_out'
  | 'skipped'
  | 'replaced'
  | 'cancelled'
  | 'interrupted'
  | 'quota_parked';

/** What the configuration and the daemon's policy say; given with every input, so that a reload takes effect at once. */
export interface SlotRules {
  /** From the start of the process; 0 is no limit. */
  readonly timeoutMs: number;
  readonly onOverlap: Overlap;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
}

/** A slot after an input. */
export interface SlotStep {
  readonly slot: Slot;
  readonly effects: readonly SlotEffect[];
}
