import { ALNUM, isIn } from './characters.ts';
import type { CodeSource } from './hint.ts';

const FARTHEST = 1024;
const HYPHEN = 45;
const BACKSLASH = 92;
const PERCENT = 37;
const LONGEST_ESCAPE = 6;

/** What is looked for. */
export interface Wanted {
  /** For each byte whether it needs a judgement; others are passed over, and so is what lies beyond bytes. */
  readonly stops: Uint8Array;
  /** Of such a unit: it is what was wanted (true), it ends the search (false), or neither. */
  readonly judge: (source: CodeSource, at: number, code: number) => boolean | undefined;
  /** How far is looked at once, since one is soon asked again. */
  readonly stride: number;
}

/**
 * Looks whether something comes. Asked at places that move forward, it reads each unit once, however close together
 * the places are.
 */
export class Ahead {
  readonly #wanted: Wanted;
  /** All units in `[#from, #at)` are dull, and that at `#at` was judged so. */
  #from = 0;
  #at = 0;
  #verdict: boolean | undefined;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Whether it comes within the next 1,024 units, before `limit`. */
  comes(source: CodeSource, from: number, limit: number): boolean {
    return this.comesBefore(source, from, Math.min(limit, from + FARTHEST), limit);
  }

  /** Whether it comes in `[from, stop)` of what ends at `limit`. */
  comesBefore(source: CodeSource, from: number, stop: number, limit: number): boolean {
    if (from >= this.#from && stop <= this.#at) {
      return false;
    }
    if (from < this.#from || from > this.#at) {
      this.#at = from;
      this.#verdict = undefined;
    }
    this.#from = from;
    while (this.#verdict === undefined && this.#at < stop) {
      this.#search(source, Math.min(limit, this.#at + this.#wanted.stride));
    }
    return this.#verdict === true && this.#at < stop;
  }

  #search(source: CodeSource, to: number): void {
    const { stops, judge } = this.#wanted;
    let at = source.skip(stops, this.#at, to);
    let verdict = at < to ? judge(source, at, source.codeAt(at)) : undefined;
    while (at < to && verdict === undefined) {
      at = source.skip(stops, at + 1, to);
      verdict = at < to ? judge(source, at, source.codeAt(at)) : undefined;
    }
    this.#at = Math.min(at, to);
    this.#verdict = verdict;
  }
}

/** An `@` before the next blank, quote or angle bracket. An escape may stand for one. */
export const userinfoEnd: Wanted = {
  stops: stopsAt((code) => code <= 32 || '"\'<>@\\'.includes(String.fromCharCode(code))),
  judge(source, at, code) {
    if (code === BACKSLASH) {
      return source.codeAt(at + 1) === 0x75 ? true : undefined;
    }
    return code === 0x40 || code === 0x1b;
  },
  stride: 4096,
};

/** The hyphen of an option: at the front of a word or of a quoted string, on the same line. An escape may hide one. */
export const optionStart: Wanted = {
  stops: stopsAt((code) => '-\\\n\u001b'.includes(String.fromCharCode(code))),
  judge(source, at, code) {
    if (code === HYPHEN) {
      return beginsWord(source.codeAt(at - 1)) ? true : undefined;
    }
    return code !== 0x0a;
  },
  stride: 4096,
};

/** An escape of one character, such as `\\u0026` or `%26`. */
export const characterEscape: Wanted = {
  stops: stopsAt((code) => code === BACKSLASH || code === PERCENT),
  judge: () => true,
  stride: 64,
};

/** Bytes of which an escape of one character, or a colour as it is written in source text, may consist. */
export const inEscapes: Uint8Array = stopsAt(
  (code) => isIn(code, ALNUM) || '\\%"\'[;:?'.includes(String.fromCharCode(code)),
);

/** Whether an escape of one character may reach up to `at`. */
export function mayEndEscape(source: CodeSource, at: number): boolean {
  return (
    inEscapes[source.codeAt(at - 1)] === 1 &&
    source.escapeAhead.comesBefore(source, Math.max(0, at - LONGEST_ESCAPE), at, at + FARTHEST)
  );
}

function beginsWord(before: number): boolean {
  return before <= 32 || before === 34 || before === 39 || before === 96 || before > 127;
}

function stopsAt(has: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(has(code)));
}
