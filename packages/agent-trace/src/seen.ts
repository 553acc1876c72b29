/** Remembers the newest names that it was shown, so that what is written twice counts once. */
export class Seen {
  #last: string | undefined;
  #newer = new Set<string>();
  #older: ReadonlySet<string> = new Set();
  readonly #limit: number;

  /** Remembers the last `limit` names at least, and at most twice as many. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether this name is shown for the first time. */
  first(name: string): boolean {
    // The records of one response follow each other.
    if (name === this.#last) {
      return false;
    }
    this.#last = name;
    const before = this.#newer.size;
    this.#newer.add(name);
    if (this.#newer.size === before) {
      return false;
    }
    const isNew = !this.#older.has(name);
    // Two sets that change places: taking the oldest name out of one set costs a walk through it.
    if (this.#newer.size === this.#limit) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    return isNew;
  }
}
