/**
 * Whose turn it is to be looked at: what stirred lately each time, everything else in rotation.
 *
 * A run has a few transcripts that grow and a folder may hold thousands that never will again, but
 * each of those can be resumed.
 */
export class Rota<T extends { readonly path: string }> {
  readonly #lively = new Map<string, T>();
  readonly #quiet = new Map<string, T>();
  readonly #calmed: (one: T) => void;

  /** @param calmed - Hears of each that is no longer looked at every time. */
  constructor(calmed: (one: T) => void) {
    this.#calmed = calmed;
  }

  /** Adds one that nobody looked at yet: it comes first. Whether its path was not known, and it was added. */
  add(one: T): boolean {
    const isNew = !this.#lively.has(one.path) && !this.#quiet.has(one.path);
    if (isNew) {
      this.#stirTo(one);
    }
    return isNew;
  }

  /** It changed: look at it each time from now on. */
  stir(one: T): void {
    this.#quiet.delete(one.path);
    this.#lively.delete(one.path);
    this.#stirTo(one);
  }

  /** It is gone for now: look at it in rotation. */
  calm(one: T): void {
    if (this.#lively.delete(one.path)) {
      this.#quiet.set(one.path, one);
      this.#calmed(one);
    }
  }

  /** Never look at it again. */
  drop({ path }: T): void {
    this.#quiet.delete(path);
    this.#lively.delete(path);
  }

  /** Who is to be looked at now. */
  due(): readonly T[] {
    const rest = [...this.#quiet.values()].slice(0, QUIET_PER_LOOK);
    for (const one of rest) {
      this.#quiet.delete(one.path);
      this.#quiet.set(one.path, one);
    }
    const due = [...this.#lively.values(), ...rest];
    this.#calmOldest();
    return due;
  }

  #stirTo(one: T): void {
    this.#lively.set(one.path, one);
  }

  #calmOldest(): void {
    for (const one of this.#lively.values()) {
      if (this.#lively.size <= LIVELY_LIMIT) {
        return;
      }
      this.calm(one);
    }
  }
}

const LIVELY_LIMIT = 32;
const QUIET_PER_LOOK = 16;
