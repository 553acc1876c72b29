import type { EventName } from '@harness/notify-core';
import type { State } from '@harness/supervision';
import type { GuardsView } from './guards-view.ts';
import type { RunsView } from './run-view.ts';

/** The states a harness can be in: `stopped starting running degraded restarting stopping failed`. */
export type HarnessState = State;

/** How a run ended: exactly one of the three is present. */
export interface ExitView {
  /** Exit status, 0 to 255. */
  readonly code?: number;
  /** Name of the signal that ended it, such as `SIGSEGV`. */
  readonly signal?: string;
  /** Why the program could not be started at all. */
  readonly reason?: string;
}

/** The last end of a harness's process. */
export interface LastExitView {
  readonly exit: ExitView;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The last line that the run printed, redacted. Absent when it printed nothing. */
  readonly line?: string;
}

/** One harness as `harness list` shows it. Times are RFC 3339, UTC. */
export interface HarnessView {
  readonly name: string;
  /** The adapter: `command`, `generic`, `claude-code`, … */
  readonly kind: string;
  readonly state: HarnessState;
  /** Whether the operator wants it up. */
  readonly intent: 'on' | 'off';
  /** Process id of the run that is up. */
  readonly pid?: number;
  /** When it entered its state. */
  readonly since: string;
  /** Failures of the present streak. */
  readonly restarts: number;
  readonly lastExit?: LastExitView;
  /** When a waiting restart is due. */
  readonly nextStartAt?: string;
  readonly description?: string;
  /** When its park for quota ends; absent unless it is parked. */
  readonly parkedUntil?: string;
  /** The running process was started from an older configuration. */
  readonly restartToApply?: true;
  /** The file of its project is another one now than the one that `harness up` took. */
  readonly changedOnDisk?: true;
  /** The runs of a one-shot; absent for a resident. */
  readonly runs?: RunsView;
  /** Where it is configured: a file, as the daemon names it. */
  readonly source: string;
}

/** An episode whose alert was delivered and is still open. */
export interface AlertView {
  readonly event: EventName;
  readonly episode: string;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/** Everything the daemon says about one harness. Times are RFC 3339, UTC. */
export interface HarnessDetail extends HarnessView {
  readonly argv: readonly string[];
  readonly workdir: string;
  /** Pseudo-terminal (true) or pipes (false). */
  readonly tty: boolean;
  /** The restart policy: `always`, `on-failure`, `unless-stopped`, `no`. */
  readonly restart: string;
  readonly restartDelayMs: number;
  /** Who set the intent: `operator`, `guard`, `config`. */
  readonly intentBy?: string;
  readonly intentWhy?: string;
  readonly intentAt?: string;
  readonly logFile: string;
  /** How the runs of a one-shot start and end; absent for a resident. */
  readonly runRules?: RunRules;
  readonly alerts: readonly AlertView[];
  /** Absent for a harness without a transcript and without a probe. */
  readonly guards?: GuardsView;
}

/** How the runs of a one-shot start and end. */
export interface RunRules {
  /** 0 is no limit. */
  readonly timeoutMs: number;
  /** `skip`, `queue` or `replace`. */
  readonly onOverlap: string;
  readonly keepRuns: number;
  /** As the configuration writes it; absent when it is only triggered. */
  readonly schedule?: string;
}
