import type { DatabaseSync } from 'node:sqlite';
import type { AgentKind, Turn } from '@harness/turns';
import type { ReadContext } from '../lines/line-format.ts';

/** When a run began, and so which rows of a store are its own. */
export type StoreBeginning =
  | { readonly kind: 'all' }
  | { readonly kind: 'new' }
  | { readonly kind: 'since'; readonly sinceMs: number };

/** What one read of a store gave. */
export interface StoreReading {
  readonly turns: readonly Turn[];
  /** There are more rows than one read takes. */
  readonly more: boolean;
  readonly tooLong: number;
  readonly malformed: number;
}

/** Reads one store, in small steps. */
export interface StoreReader {
  /** The names of the columns and tables that are missing; none: the store can be read. */
  missing(store: DatabaseSync): readonly string[];
  begin(store: DatabaseSync, beginning: StoreBeginning): void;
  read(store: DatabaseSync): StoreReading;
  version(store: DatabaseSync): string | undefined;
}

/** What differs between agents that write into a store. */
export interface StoreFormat {
  readonly kind: AgentKind;
  /** The newest version that this reader was tried with. */
  readonly triedVersion: string;
  /** Where the store of this run stands, or would. */
  readonly locate: () => Promise<string>;
  readonly reader: (context: StoreContext) => StoreReader;
}

/** How the rows of one run are read. */
export interface StoreContext extends ReadContext {
  readonly path: string;
  /** The longest content of a row that is read, in bytes. */
  readonly rowBytes: number;
}
