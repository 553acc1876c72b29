import type { ErrorFacts } from './answer.ts';

/** The daemon answered, and the answer is no. Its message is one line in the daemon's words. */
export class DaemonError extends Error {
  override readonly name = 'DaemonError';
  /** Stable and snake_case; besides the daemon's own: `bad_answer`, `protocol_mismatch`. */
  readonly code: string;
  /** The HTTP status, 400 to 599; 200 when a good answer could not be read. */
  readonly status: number;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** Near names, nearest first. */
  readonly suggestions: readonly string[];
  /** Every single problem behind it. */
  readonly problems: readonly string[];

  constructor(status: number, facts: ErrorFacts) {
    super(facts.message);
    this.status = status;
    this.code = facts.code;
    this.hint = facts.hint;
    this.suggestions = facts.suggestions ?? [];
    this.problems = facts.problems ?? [];
  }
}

/**
 * Why nobody answered: no socket (`absent`), one that nobody listens on (`refused`), one that belongs to
 * somebody else (`denied`), an answer that did not come in time (`silent`) or broke off (`cut`), a path
 * that no socket can have (`unusable`).
 */
export type DownReason = 'absent' | 'refused' | 'denied' | 'silent' | 'cut' | 'unusable';

/** Nobody answered on the socket. Its message is one line that names the socket. */
export class DaemonDown extends Error {
  override readonly name = 'DaemonDown';
  readonly code = 'daemon_down';
  readonly reason: DownReason;
  readonly socket: string;
  /** A daemon process is alive all the same: it is starting, ending or stuck. */
  readonly alive: boolean;
  /** What to do about it. */
  readonly hint: string;

  constructor(reason: DownReason, socket: string, alive: boolean, detail?: string) {
    super(detail ?? sentence(reason, socket, alive));
    this.reason = reason;
    this.socket = socket;
    this.alive = alive;
    this.hint = hintOf(reason, alive);
  }
}

function sentence(reason: DownReason, socket: string, alive: boolean): string {
  switch (reason) {
    case 'denied':
      return `this user may not connect to the daemon's socket ${socket}`;
    case 'silent':
      return `the daemon does not answer on ${socket}`;
    case 'cut':
      return `the daemon ended in the middle of its answer on ${socket}`;
    default:
      return alive
        ? `the daemon is starting and does not listen yet on ${socket}`
        : `the daemon is not running (nobody listens on ${socket})`;
  }
}

function hintOf(reason: DownReason, alive: boolean): string {
  if (reason === 'denied') {
    return 'run the command as the user that runs the daemon';
  }
  if (reason === 'unusable') {
    return 'set HARNESS_SOCKET or --socket to a shorter path';
  }
  return alive
    ? 'try again in a moment; the daemon log says more'
    : 'start it with `harness daemon`';
}
