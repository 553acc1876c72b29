import type { Exit } from '@harness/supervision';

/**
 * Whether a one-shot may start runs. `held`: not yet, one run may wait. `parked`: runs are skipped. `closed`: it is
 * leaving, and what is asked for is cancelled.
 */
export type Door = 'open' | 'held' | 'parked' | 'closed';

/** Why a run does not go to its own end. */
export type Cut = 'timed_out' | 'replaced' | 'cancelled' | 'interrupted' | 'quota_parked';

/** Where the processes of a run are. */
export type Phase =
  | { readonly kind: 'starting' }
  | { readonly kind: 'up'; readonly sinceMs: number; readonly timeoutAtMs?: number }
  /** SIGTERM was sent; SIGKILL is due at `killAtMs` unless it was sent already. */
  | { readonly kind: 'ending'; readonly killAtMs: number; readonly killed: boolean }
  /** The program itself has ended; what it left behind is being ended. */
  | { readonly kind: 'leftovers'; readonly end: ProgramEnd };

/** How a run's program ended. `endedMs` is absent where none ran. */
export interface ProgramEnd {
  readonly exit: Exit;
  readonly endedMs?: number;
  readonly lastLine?: string;
}

/** The run in flight. */
export interface Current {
  readonly run: number;
  readonly phase: Phase;
  readonly cut?: Cut;
}

/** What a one-shot is doing: at most one run in flight, and at most one that waits for it. A plain value. */
export interface Slot {
  readonly door: Door;
  readonly current?: Current;
  readonly waiting?: number;
}

/** A one-shot as a daemon begins it. */
export const HELD_SLOT: Slot = { door: 'held' };

/** Whether a run is over for everybody who asks for another one: it was cancelled, or its program has ended. */
export function isOver({ cut, phase }: Current): boolean {
  return cut === 'cancelled' || phase.kind === 'leftovers';
}
