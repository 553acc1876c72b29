import type { Refusal } from './refusal.ts';

/** Where and when a turn was written. */
export interface Origin {
  /** The agent's own id of the session, the top-level one for a sub-agent. */
  readonly session: string;
  /** The sub-agent that did it. Absent: the session's main agent. */
  readonly agent?: string;
  /** The record's own time in Unix milliseconds. Absent: the record states none. */
  readonly atMs?: number;
  /** Where it stands in its source. */
  readonly place?: Place;
}

/** A place in a transcript, good enough to look at it again. */
export interface Place {
  /** The absolute path of the file or store. */
  readonly source: string;
  /** Byte offset of the line, or number of the row. */
  readonly record: number;
}

/** The first turn that a run writes into a session. Counts of what the agent repeats begin anew. */
export interface SessionTurn extends Origin {
  readonly kind: 'session';
  /** Whether the session held turns before the run began. */
  readonly resumed: boolean;
}

/** What a person, or the program that drives the agent, said. Never an injected text. */
export interface MessageTurn extends Origin {
  readonly kind: 'message';
}

/** The agent called a tool. */
export interface CallTurn extends Origin {
  readonly kind: 'call';
  /** The agent's id of the call, which its result carries too. */
  readonly id: string;
  readonly tool: string;
  /** Equal for equal arguments, whatever the order of their keys. */
  readonly digest: string;
  /** The call sends an empty text to a running job: it only looks. */
  readonly sendsNothing?: true;
}

/** A tool came back. */
export interface ResultTurn extends Origin {
  readonly kind: 'result';
  /** The `id` of the call. */
  readonly id: string;
  /** Equal for equal results; times and running numbers that the agent adds do not count. */
  readonly digest: string;
  /** The tool said that it failed. */
  readonly failed?: true;
}

/** A successful model call: told once for each response, at the first record of it. */
export interface AnswerTurn extends Origin {
  readonly kind: 'answer';
  /** The provider's id of the response, where the record states one. */
  readonly id?: string;
}

/** A model call that the provider turned down, and that the agent gave up on. */
export interface RefusalTurn extends Origin {
  readonly kind: 'refusal';
  readonly refusal: Refusal;
}

/** A model call that the provider turned down and the agent tries again: no failure, no success. */
export interface RetryTurn extends Origin {
  readonly kind: 'retry';
  readonly refusal: Refusal;
  /** Which attempt it is, from 1. */
  readonly attempt?: number;
}

/** The agent shortened its own history. */
export interface CompactionTurn extends Origin {
  readonly kind: 'compaction';
}

/** The agent has ended what it was asked to do and waits for the next message. */
export interface RestTurn extends Origin {
  readonly kind: 'rest';
}

/** One step in an agent's transcript, in the order in which it was written. */
export type Turn =
  | SessionTurn
  | MessageTurn
  | CallTurn
  | ResultTurn
  | AnswerTurn
  | RefusalTurn
  | RetryTurn
  | CompactionTurn
  | RestTurn;
