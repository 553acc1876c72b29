import type { CodeSource } from './hint.ts';

const FARTHEST = 1024;

/** Judges the unit at `at`: whether it is what was looked for (true), ends the search (false), or neither. */
export type Judge = (source: CodeSource, at: number, code: number) => boolean | undefined;

/**
 * Looks whether something comes within the next 1,024 units. Asked at places that move forward, it reads each unit
 * once, however close together the places are.
 */
export class Ahead {
  readonly #judge: Judge;
  /** What stands at `#at`, the first unit not known to be dull: where the last answer came from. */
  #from = 0;
  #at = 0;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  comes(source: CodeSource, from: number, limit: number): boolean {
    let at = from >= this.#from && from <= this.#at ? this.#at : from;
    const stop = Math.min(limit, from + FARTHEST);
    let found: boolean | undefined;
    while (at < stop && found === undefined) {
      found = this.#judge(source, at, source.codeAt(at));
      at += found === undefined ? 1 : 0;
    }
    this.#from = from;
    this.#at = at;
    return found === true;
  }
}

/** An `@` before the next blank, quote or angle bracket. An escape may stand for one. */
export function judgeAt(source: CodeSource, at: number, code: number): boolean | undefined {
  if (code === 0x40 || code === 0x1b || (code === 0x5c && source.codeAt(at + 1) === 0x75)) {
    return true;
  }
  return code <= 32 || code === 34 || code === 39 || code === 60 || code === 62 ? false : undefined;
}

/** The hyphen of an option: at the front of a word or of a quoted string, on the same line. An escape may hide one. */
export function judgeOption(source: CodeSource, at: number, code: number): boolean | undefined {
  if (code === 0x5c || code === 0x1b) {
    return true;
  }
  if (code === 0x0a) {
    return false;
  }
  return code === 0x2d && beginsWord(source.codeAt(at - 1)) ? true : undefined;
}

function beginsWord(before: number): boolean {
  return before <= 32 || before === 34 || before === 39 || before === 96 || before > 127;
}
