import type { CodeSource } from './hint.ts';

const FARTHEST = 1024;

/**
 * Whether a character comes before the next blank, quote or angle bracket. Asked at places that move forward, it
 * reads each unit once, however close together the places are.
 */
export class Ahead {
  /** What stands at `#at`, the first unit not known to be dull: where the last answer came from. */
  #from = 0;
  #at = 0;

  comes(source: CodeSource, wanted: string, from: number, limit: number): boolean {
    const code = wanted.charCodeAt(0);
    let at = from >= this.#from && from <= this.#at ? this.#at : from;
    const stop = Math.min(limit, from + FARTHEST);
    while (at < stop && source.codeAt(at) !== code && !isEnd(source.codeAt(at))) {
      at++;
    }
    this.#from = from;
    this.#at = at;
    return at < stop && (source.codeAt(at) === code || source.codeAt(at) === 0x1b);
  }
}

function isEnd(code: number): boolean {
  return code <= 32 || code === 34 || code === 39 || code === 60 || code === 62;
}
