import type { Turn } from '@harness/turns';

/** What the guards are told of one harness. */
export type Observation =
  | Turn
  | RunStarted
  | RunEnded
  | Ordered
  | Tick
  | Slept
  | Probed
  | Rotated
  | GroupParked;

/** A run is up. */
export interface RunStarted {
  readonly kind: 'run_started';
}

/** No process of the run is left, and everything that it wrote has been observed. */
export interface RunEnded {
  readonly kind: 'run_ended';
  /** It ended by itself, with an exit code other than 0 or by a signal. */
  readonly failed: boolean;
}

/** An operator's verb was accepted. Given before what follows from it; the start of one that is up is overlooked. */
export interface Ordered {
  readonly kind: 'ordered';
  readonly verb: 'start' | 'restart' | 'stop';
}

/** Time went on. Everything that the transcript held by now has been observed before. */
export interface Tick {
  readonly kind: 'tick';
}

/** The host slept, or the daemon was frozen: `hasSlept` tells. Given before the tick of the same look. */
export interface Slept {
  readonly kind: 'slept';
}

/** A health probe ended. */
export interface Probed {
  readonly kind: 'probed';
  readonly healthy: boolean;
  /** The end of its output, redacted. */
  readonly tail?: string;
}

/** The rotation that `wedged` asked for is done. */
export interface Rotated {
  readonly kind: 'rotated';
}

/** Another member of the quota group was parked. */
export interface GroupParked {
  readonly kind: 'group_parked';
  readonly rule: string;
  /** When that park ends, in Unix milliseconds. */
  readonly untilMs: number;
}
