import type { Fault } from './fault.ts';
import type { OnTrouble, StoreHealth } from './trouble.ts';

/** How a ledger stands towards its disk, and who is told of it. */
export class Standing {
  readonly #nowMs: () => number;
  readonly #onTrouble: OnTrouble;
  #fault: Fault | undefined;
  #sinceMs: number;
  #failures = 0;
  #refused = 0;

  constructor(nowMs: () => number, onTrouble: OnTrouble) {
    this.#nowMs = nowMs;
    this.#onTrouble = onTrouble;
    this.#sinceMs = nowMs();
  }

  /** Why the disk is not used; undefined while it is. */
  get fault(): Fault | undefined {
    return this.#fault;
  }

  /** The disk refused. That is told once, until it is back. */
  fall(fault: Fault): void {
    const isNews = this.#fault === undefined;
    this.#failures += 1;
    this.#fault = fault;
    if (isNews) {
      this.#sinceMs = this.#nowMs();
      this.#onTrouble({ kind: 'memory', reason: fault.reason, atMs: this.#sinceMs });
    }
  }

  /** The disk is back and has taken so many rows that waited. */
  rise(rows: number): void {
    if (this.#fault !== undefined) {
      const sinceMs = this.#sinceMs;
      this.#fault = undefined;
      this.#sinceMs = this.#nowMs();
      this.#onTrouble({ kind: 'durable', rows, sinceMs, atMs: this.#sinceMs });
    }
  }

  /** The ledger ends: from now on nothing reaches the disk, and nobody needs to know. */
  close(): void {
    this.#fault ??= { kind: 'lost', reason: 'the store is closed' };
  }

  movedAside(movedTo: string, reason: string): void {
    this.#onTrouble({ kind: 'moved_aside', movedTo, reason, atMs: this.#nowMs() });
  }

  refused(reason: string): void {
    this.#refused += 1;
    this.#onTrouble({ kind: 'refused', reason, atMs: this.#nowMs() });
  }

  syncFailed(reason: string): void {
    this.#failures += 1;
    this.#onTrouble({ kind: 'sync_failed', reason, atMs: this.#nowMs() });
  }

  health(backlog: number, lost: number): StoreHealth {
    return {
      state: this.#fault === undefined ? 'durable' : 'memory',
      sinceMs: this.#sinceMs,
      ...(this.#fault === undefined ? {} : { reason: this.#fault.reason }),
      backlog,
      lost: lost + this.#refused,
      failures: this.#failures,
    };
  }
}
