/** Remembers the newest names that it was shown, so that what is written twice counts once. */
export class Seen {
  #newer = new Set<string>();
  #older = new Set<string>();
  readonly #limit: number;

  /** Remembers the last `limit` names at least, and at most twice as many. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether this name is shown for the first time. */
  first(name: string): boolean {
    if (this.#newer.has(name) || this.#older.has(name)) {
      return false;
    }
    // Two sets that change places: taking the oldest name out of one set costs a walk through it.
    if (this.#newer.size === this.#limit) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(name);
    return true;
  }
}
