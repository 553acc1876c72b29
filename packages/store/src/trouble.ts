/**
 * Something that the operator should hear of. The store itself goes on in every case.
 *
 * - `memory`: the disk refused; what is written from now on is kept in memory only.
 * - `durable`: the disk is back and `rows` kept rows have been written to it.
 * - `moved_aside`: the file was damaged and now lies at `movedTo`; a new one was begun.
 * - `refused`: one row was given up because no disk would ever take it.
 * - `sync_failed`: the operating system could not confirm that the data reached the disk.
 */
export type Trouble =
  | { readonly kind: 'memory'; readonly reason: string; readonly atMs: number }
  | {
      readonly kind: 'durable';
      readonly rows: number;
      readonly sinceMs: number;
      readonly atMs: number;
    }
  | {
      readonly kind: 'moved_aside';
      readonly reason: string;
      readonly movedTo: string;
      readonly atMs: number;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly atMs: number }
  | { readonly kind: 'sync_failed'; readonly reason: string; readonly atMs: number };

/** Hears of every {@link Trouble}, at the moment that it is found; it must not throw. */
export type OnTrouble = (trouble: Trouble) => void;

/** How the store stands towards its disk. */
export interface StoreHealth {
  /** `durable`: written to disk; `memory`: kept in memory until the disk is back. */
  readonly state: 'durable' | 'memory';
  /** Unix milliseconds of the last change of `state`. */
  readonly sinceMs: number;
  /** Why the disk is not used, as a sentence for the operator; absent when durable. */
  readonly reason?: string;
  /** Rows that wait in memory for the disk. */
  readonly backlog: number;
  /** Finished rows that were given up, since the store was opened: the backlog is bounded. */
  readonly lost: number;
  /** Times that the disk refused, since the store was opened. */
  readonly failures: number;
}
