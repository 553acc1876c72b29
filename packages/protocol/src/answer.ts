import type { Result } from '@harness/notify-core';
import type { HarnessDetail, HarnessView } from './harness-view.ts';

/** `GET /v1/status`. */
export interface Status {
  readonly pid: number;
  readonly version: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly stateFolder: string;
  readonly socket: string;
  readonly configFile: string;
  /** `starting` until every harness that boot starts has been spawned or has failed to. */
  readonly state: 'ready' | 'starting';
  /** Every error of the configuration on disk, `FILE:LINE:COLUMN: message`. Empty when it is in force. */
  readonly configProblems: readonly string[];
}

/** What a reload changed. */
export interface ReloadSummary {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Global tables that differ, such as `notify`. */
  readonly sections: readonly string[];
  /** Harnesses that go on with their old settings until they are restarted. */
  readonly restartToApply: readonly string[];
}

/** How a check of `doctor` came out. `off` is a notice: not configured, and nothing wrong with that. */
export const CHECK_STATUSES = ['ok', 'warn', 'error', 'off'] as const;

/** One of {@link CHECK_STATUSES}. */
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** One row of `doctor`. */
export interface Check {
  /** What was checked: `daemon`, `config`, `notify`, … */
  readonly check: string;
  readonly status: CheckStatus;
  /** One line for a person. */
  readonly detail: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The same facts for a program; keys in snake_case. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The outcome of a `test` delivery. */
export interface NotifyTest {
  readonly result: Exclude<Result, 'suppressed'>;
  /** One line: `exited with 7`, `timed out after 15s`. */
  readonly detail: string;
  readonly durationMs: number;
  /** The tail of the hook's output, redacted. */
  readonly tail?: string;
}

/** `GET /v1/harnesses`. */
export interface HarnessesAnswer {
  readonly harnesses: readonly HarnessView[];
  /** Every error of the configuration on disk, when that is not the one in force. Absent when it is. */
  readonly configProblems?: readonly string[];
}

/** `POST /v1/harnesses/NAME/start|stop|restart`. */
export interface HarnessAnswer {
  readonly harness: HarnessView;
}

/** `GET /v1/harnesses/NAME`. */
export interface HarnessDetailAnswer {
  readonly harness: HarnessDetail;
}

/** `POST /v1/reload`. */
export interface ReloadAnswer {
  readonly changed: ReloadSummary;
}

/** A project that `harness up` has taken. */
export interface ProjectView {
  /** In front of the names of its harnesses. */
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** What it runs: each harness by its full name, with its whole argv. */
  readonly programs: readonly ProgramView[];
}

/** A harness of a project and the program it runs. */
export interface ProgramView {
  readonly name: string;
  readonly argv: readonly string[];
  /** It starts by itself. */
  readonly enabled: boolean;
}

/** Body of `POST /v1/up` and `POST /v1/down`. */
export interface ProjectRequest {
  /** Absolute path of the project's folder. */
  readonly folder: string;
}

/** Answer of `POST /v1/up`, once it is taken, and of `POST /v1/down`, once nothing of it is left. */
export interface ProjectAnswer {
  readonly project: ProjectView;
}

/** `GET /v1/doctor`. */
export interface DoctorAnswer {
  readonly checks: readonly Check[];
}

/** Body of `POST /v1/notify-test`. */
export interface NotifyTestRequest {
  /** `HARNESS_NOTIFY_ID` of the caller's environment: it runs inside that delivery. */
  readonly insideDelivery?: string;
}

/** Answer of `POST /v1/notify-test`. */
export interface NotifyTestAnswer {
  readonly test: NotifyTest;
}

/** What every 4xx and 5xx answer carries. */
export interface ErrorAnswer {
  readonly error: ErrorFacts;
}

/** An error in the daemon's words. */
export interface ErrorFacts {
  /** Stable and snake_case: one of {@link ERROR_CODES}, or a newer one. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Near names, nearest first. */
  readonly suggestions?: readonly string[];
  /** Every single problem behind it, such as configuration errors. */
  readonly problems?: readonly string[];
}

/** The error codes of this version, each with its one HTTP status in {@link STATUS_OF_CODE}. */
export const ERROR_CODES = [
  'bad_request',
  'unknown_harness',
  'unknown_run',
  'unknown_path',
  'inside_delivery',
  'test_running',
  'busy',
  'not_one_shot',
  'no_screen',
  'notify_off',
  'board_off',
  'config_refused',
  'project_refused',
  'unknown_project',
  'protocol_mismatch',
  'shutting_down',
  'starting',
  'internal',
] as const;

/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The HTTP status that goes with each code. */
export const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unknown_harness: 404,
  unknown_run: 404,
  unknown_path: 404,
  inside_delivery: 409,
  test_running: 409,
  busy: 409,
  not_one_shot: 409,
  no_screen: 409,
  notify_off: 412,
  board_off: 412,
  config_refused: 422,
  project_refused: 422,
  unknown_project: 404,
  protocol_mismatch: 426,
  shutting_down: 503,
  starting: 503,
  internal: 500,
};
