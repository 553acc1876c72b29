import { type Change, changeKey } from './change.ts';

// Finished rows that wait for the disk at most; what still goes on waits without a limit.
const BACKLOG_ROWS = 5_000;

/** The rows that wait for the disk, each once and as it was last. */
export class Backlog {
  /** Finished rows that were given up for newer ones. */
  lost = 0;
  readonly #limit: number;
  readonly #going = new Map<string, Change>();
  readonly #ended = new Map<string, Change>();

  constructor(limit: number = BACKLOG_ROWS) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#going.size + this.#ended.size;
  }

  keep(change: Change): void {
    const key = changeKey(change);
    this.#going.delete(key);
    this.#ended.delete(key);
    (isEnded(change) ? this.#ended : this.#going).set(key, change);
    this.#giveUp();
  }

  /** What goes on before what has ended. */
  all(): Change[] {
    return [...this.#going.values(), ...this.#ended.values()];
  }

  replace(changes: readonly Change[]): void {
    this.clear();
    for (const change of changes) {
      this.keep(change);
    }
  }

  clear(): void {
    this.#going.clear();
    this.#ended.clear();
  }

  #giveUp(): void {
    for (const key of this.#ended.keys()) {
      if (this.#ended.size <= this.#limit) {
        return;
      }
      this.#ended.delete(key);
      this.lost += 1;
    }
  }
}

// Nothing that goes on depends on the row: it is history.
function isEnded(change: Change): boolean {
  switch (change.kind) {
    case 'notification':
      return change.row.result !== null;
    case 'run':
      return change.row.outcome !== null;
    default:
      return false;
  }
}
