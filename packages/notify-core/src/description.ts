import type { NotifiedEvent, Severity } from './events.ts';

/**
 * A message in the parts that decide what may be cut from it.
 *
 * It reads `lead: "cause" — tail`. `lead` names the harness first and then what happened, `tail` is
 * the command that helps and is never cut.
 */
export interface MessageParts {
  readonly lead: string;
  readonly cause?: string;
  readonly tail: string;
}

/** The words for one fact. The strings are still raw: `compose` cleans, redacts and cuts them. */
export interface Description {
  readonly event: NotifiedEvent;
  readonly severity: Severity;
  /** The state of the harness that the event implies; of a failed run its outcome. */
  readonly state?: string;
  readonly cause?: string;
  /** The command that shows more or helps. */
  readonly hint: string;
  readonly exit_code?: number;
  readonly restarts?: number;
  readonly tool?: string;
  readonly count?: number;
  readonly run_id?: number;
  /** RFC 3339, UTC, whole seconds. */
  readonly until?: string;
  readonly message: MessageParts;
}

/** What a fact adds to its row of the table: its words and the keys of its own. */
export type Words = Omit<Description, 'event' | 'severity'>;
