import type { AgentKind, Place, Turn } from '@harness/turns';
import type { JsonObject } from '../json-value.ts';
import type { UseOf } from './transcript-folders.ts';

/** Whose transcript a file is. */
export interface Identity {
  readonly session: string;
  readonly agent?: string;
  readonly version?: string;
}

/** How times and refusals of one run are read. */
export interface ReadContext {
  readonly zone: string;
}

/** Takes one record of a transcript and hands on the turns that it holds. */
export type ReadRecord = (record: JsonObject, place: Place) => readonly Turn[];

/** What differs between agents that write a line for each record. */
export interface LineFormat {
  readonly kind: AgentKind;
  /** The newest version that this reader was tried with. */
  readonly triedVersion: string;
  /** Where this run's transcripts stand, for a person to look at. */
  readonly root: string;
  /** The folder below which they are looked for. */
  readonly base: string;
  readonly useOf: UseOf;
  /** The folder with the transcripts of a session's sub-agents, where they stand apart. */
  readonly agentFolder?: (path: string) => string | undefined;
  /** Whose a file is; undefined: of another working directory, or of nobody yet. */
  readonly identify: (path: string) => Promise<Identity | 'foreign' | undefined>;
  /** The value of a line, as far as the reader looks at it; undefined where it is no JSON. */
  readonly parse: (text: string) => unknown;
  /** Reads the records of one file, in order. */
  readonly reader: (identity: Identity, context: ReadContext) => ReadRecord;
}
