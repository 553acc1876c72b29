import type { Exit } from './exit.ts';
import type { Intent } from './intent.ts';

/** The states of a harness, as `harness list` shows them. */
export const STATES = [
  'stopped',
  'starting',
  'running',
  'degraded',
  'restarting',
  'stopping',
  'failed',
] as const;

/**
 * One of {@link STATES}. `degraded`: the harness flaps; it waits for its restart, or was started again and has not yet
 * outlived the crash window. `restarting`: it waits for a restart and does not flap. `stopping` lasts until no process
 * of the run is left.
 */
export type State = (typeof STATES)[number];

/**
 * One harness under supervision: a plain value that survives JSON. Instants are those of the `nowMs` that the steps
 * were given, a clock that never steps, so they mean nothing to another process: `remember` gives what does.
 */
export interface Lifecycle {
  readonly state: State;
  readonly intent: Intent;
  /** What keeps it down although it is wanted. */
  readonly barrier: Barrier;
  /** Why it rests although it is wanted and nothing bars it; absent otherwise. */
  readonly ended?: 'failed' | 'finished';
  /** The number of the newest run; 0 before the first. */
  readonly run: number;
  readonly process: Process;
  readonly streak: Streak;
  /** When the unwanted exits of the last hour ended, oldest first; bounded. */
  readonly recentExits: readonly number[];
  /** When the next run is due; absent when none waits for its time. It also waits for the old processes to be gone. */
  readonly nextStartMs?: number;
  readonly lastExit?: LastExit;
  /** The uptime that is still awaited as a proof that the harness is back. */
  readonly proofMs?: number;
}

/** What keeps a wanted harness down; only `shutdown` is final. */
export type Barrier = 'none' | 'held' | 'retired' | 'shutdown';

/** What is known of the current run's processes. */
export type Process =
  | { readonly kind: 'none' }
  /** Asked for. `doomed`: to be ended as soon as it is up. */
  | { readonly kind: 'starting'; readonly doomed: boolean }
  | { readonly kind: 'up'; readonly sinceMs: number }
  /** SIGTERM was sent; SIGKILL is due at `killAtMs` unless it was sent already. */
  | { readonly kind: 'ending'; readonly killAtMs: number; readonly killed: boolean }
  /** The program itself has exited; what it left behind is being ended. */
  | { readonly kind: 'leftovers' };

/** Failures in a row. */
export interface Streak {
  readonly failures: number;
  /** Those among them whose run was shorter than the crash window. */
  readonly quickExits: number;
  /** How many steps the back-off has taken; 0 until the quick exits are flapping. */
  readonly backoffs: number;
  readonly longestRunMs: number;
  /** The latest unwanted exit was an escalation, and no run has outlived the crash window since. */
  readonly flapping: boolean;
}

/** How the newest finished run ended. */
export interface LastExit {
  readonly exit: Exit;
  readonly endedMs: number;
  /** From start to exit; 0 when it could not be started. */
  readonly uptimeMs: number;
  readonly lastLine?: string;
}

/** The streak of a harness that has not failed. */
export const NO_STREAK: Streak = {
  failures: 0,
  quickExits: 0,
  backoffs: 0,
  longestRunMs: 0,
  flapping: false,
};

/** Whether `resume` would start it: it is wanted, neither failed nor finished, and nothing runs or waits already. */
export function wantsStart(lifecycle: Lifecycle): boolean {
  const { intent, ended, barrier, process, nextStartMs } = lifecycle;
  const idle = process.kind === 'none' && nextStartMs === undefined;
  return intent.wanted && ended === undefined && barrier !== 'shutdown' && idle;
}

/** Whether the harness should be up, or come up when its time has come. */
export function shouldBeUp(lifecycle: Lifecycle): boolean {
  return lifecycle.intent.wanted && lifecycle.barrier === 'none' && lifecycle.ended === undefined;
}

/** Since when the current run has been up; undefined when none is. */
export function upSince(lifecycle: Lifecycle): number | undefined {
  return lifecycle.process.kind === 'up' ? lifecycle.process.sinceMs : undefined;
}
