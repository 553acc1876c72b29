import type { CodeSource } from './hint.ts';

const LONGEST_ESCAPE = 6;
const BACKSLASH = 92;
const PERCENT = 37;

/**
 * Looks whether an escape (`\\u0026`, `%26`) may reach up to a place. Asked at places that move forward, it reads each
 * unit once, however close together the places are.
 */
export class EscapesBehind {
  /** Up to where has been read. */
  #to = 0;
  /** Where the last escape before that begins. */
  #last = Number.NEGATIVE_INFINITY;

  reach(source: CodeSource, start: number): boolean {
    const farthest = start - LONGEST_ESCAPE;
    if (start < this.#to) {
      return lastEscape(source, farthest, start) >= farthest;
    }
    this.#last = Math.max(this.#last, lastEscape(source, Math.max(farthest, this.#to), start));
    this.#to = start;
    return this.#last >= farthest;
  }
}

/** Where in `[from, to)` the last escape begins. */
function lastEscape(source: CodeSource, from: number, to: number): number {
  let at = to - 1;
  while (at >= from) {
    const code = source.codeAt(at);
    if (code === BACKSLASH || code === PERCENT) {
      return at;
    }
    at--;
  }
  return Number.NEGATIVE_INFINITY;
}
