/** Remembers the newest names that it was shown, so that what is written twice counts once. */
export class Seen {
  readonly #names = new Set<string>();
  readonly #limit: number;

  /** Remembers at most `limit` names, and forgets the oldest first. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether this name is shown for the first time. */
  first(name: string): boolean {
    if (this.#names.has(name)) {
      return false;
    }
    this.#names.add(name);
    if (this.#names.size > this.#limit) {
      const [oldest] = this.#names;
      this.#names.delete(oldest ?? name);
    }
    return true;
  }
}
