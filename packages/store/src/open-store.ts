import type { Store } from './store.ts';
import type { OnTrouble } from './trouble.ts';

/** Where the store lies and how it tells the time. */
export interface StoreOptions {
  /** The state folder; made (mode 0700) when it is missing. The file in it is `harness.db`. */
  readonly folder: string;
  /** Unix milliseconds, for names and for the health. */
  readonly nowMs: () => number;
  readonly onTrouble: OnTrouble;
  /** How often held-back counts are written; 1,000 by default. */
  readonly flushMs?: number;
  /** How often a disk that refused is tried again; 5,000 by default. */
  readonly retryMs?: number;
}

/** Opens the store, whatever state its file is in: the answer is a store that works. */
export function openStore(options: StoreOptions): Store {
  throw new Error(`The store in ${options.folder} cannot be opened yet.`);
}
