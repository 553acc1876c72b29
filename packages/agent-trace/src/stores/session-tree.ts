import type { DatabaseSync } from 'node:sqlite';

/** Who a session of a store belongs to. */
export interface SessionPlace {
  /** The top-level session. */
  readonly session: string;
  /** The session itself, where it is a sub-agent's. */
  readonly agent?: string;
}

/** Finds the top-level session of a store's session. */
export class SessionTree {
  readonly #parentOf: string;
  readonly #known = new Map<string, SessionPlace>();

  /** `parentOf` selects a session's parent, as `parent`, by its id. */
  constructor(parentOf: string) {
    this.#parentOf = parentOf;
  }

  /** Sessions are never given another parent, so each is looked up once. */
  placeOf(store: DatabaseSync, id: string): SessionPlace {
    const known = this.#known.get(id);
    if (known !== undefined) {
      return known;
    }
    const session = this.#rootOf(store, id);
    const place = session === id ? { session } : { session, agent: id };
    this.#remember(id, place);
    return place;
  }

  #rootOf(store: DatabaseSync, id: string): string {
    const parentOf = store.prepare(this.#parentOf);
    let root = id;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const parent = parentOf.get(root)?.['parent'];
      if (typeof parent !== 'string' || parent === '') {
        return root;
      }
      root = parent;
    }
    return root;
  }

  #remember(id: string, place: SessionPlace): void {
    if (this.#known.size >= KNOWN_LIMIT) {
      this.#known.clear();
    }
    this.#known.set(id, place);
  }
}

const DEEPEST = 16;
const KNOWN_LIMIT = 4_096;
