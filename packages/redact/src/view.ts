import { INNER_QUOTES } from './value.ts';

/**
 * A text as rules read it. Terminal escapes are left out, and escaped characters (`\n`, `\"`, `\u0026`, at any
 * depth of nesting) stand as what they mean, so that neither hides a secret. `startOf`/`endOf` lead back to the
 * text it was made from; a plain text is its own view.
 */
export interface View {
  readonly text: string;
  /** Where the unit at `index` of the view begins in the original. */
  readonly startOf: (index: number) => number;
  /** Where the unit at `index` of the view ends in the original. */
  readonly endOf: (index: number) => number;
}

/** What is kept of each piece: where it begins in the view, and where it begins and ends in the original. */
const FIELDS = 3;
const START = 1;
const END = 2;
const FIRST_CAPACITY = 32;
const ESC = '\u001b';
const BELL = '\u0007';
const LINK = `${ESC}]8;`;
// CSI, OSC (ended by BEL or ST), a link's opening, DCS and the like, and two-byte escapes. Every repetition is bounded.
const TERMINAL = new RegExp(
  [
    `${ESC}\\[[0-?]{0,64}[ -/]{0,8}[@-~]`,
    `${ESC}\\](?!8;)[^${BELL}${ESC}\n]{0,2048}(?:${BELL}|${ESC}\\\\)`,
    `${LINK}[^;${BELL}${ESC}\n]{0,256};`,
    `${ESC}[PX^_][^${ESC}\n]{0,4096}${ESC}\\\\`,
    `${ESC}[ -/]{1,4}[0-~]`,
    `${ESC}[0-Z\\\\^-~]`,
    BELL,
  ].join('|'),
  'y',
);
const WRITTEN_TERMINAL = /(?:\\u001b|\\x1b|\\033|\\e)\[[0-9;:?]{0,32}[A-Za-z]/iy;
const UNICODE = /u00([2-7][0-9a-f])/iy;
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['/', '/'],
  ["'", "'"],
]);
// A literal that begins with the letter of an escape stays a literal: DOMAIN\token is no tab.
const LITERAL = /token|npm_|nvapi-|ntn_|nfp_|NRAK-|tvly-|tskey-|r8_|rk_live|rk_test|re_\w{8}/y;

/** The view of `text`. */
export function viewOf(text: string): View {
  return text.includes(ESC) || text.includes('\\') ? new Builder(text).build() : plainView(text);
}

function plainView(text: string): View {
  return { text, startOf: (index) => index, endOf: (index) => index + 1 };
}

class Builder {
  readonly #text: string;
  /** What stands in the view, piece by piece, and {@link FIELDS what else is kept} of each piece. */
  readonly #parts: string[] = [];
  #places: Int32Array = new Int32Array(FIRST_CAPACITY * FIELDS);
  #length = 0;

  constructor(text: string) {
    this.#text = text;
  }

  build(): View {
    let at = 0;
    while (at < this.#text.length) {
      const special = this.#nextSpecial(at);
      if (special > at) {
        this.#put(this.#text.slice(at, special), at, special);
      }
      at = special < this.#text.length ? this.#special(special) : special;
    }
    return {
      text: this.#parts.join(''),
      startOf: (index) => this.#original(index, 0),
      endOf: (index) => this.#original(index, 1),
    };
  }

  #nextSpecial(from: number): number {
    let at = from;
    while (at < this.#text.length && !isSpecial(this.#text.charCodeAt(at))) {
      at++;
    }
    return at;
  }

  #original(index: number, after: number): number {
    const part = this.#partAt(index);
    const places = this.#places;
    const length = this.#parts[part]?.length ?? 0;
    // A piece of one character may stand for several; a longer one is a copy.
    return length === 1
      ? (places[part * FIELDS + (after === 0 ? START : END)] ?? index)
      : (places[part * FIELDS + START] ?? 0) + index - (places[part * FIELDS] ?? 0) + after;
  }

  #partAt(index: number): number {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#places[middle * FIELDS] ?? 0) <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  #special(at: number): number {
    const code = this.#text.charCodeAt(at);
    return code === 0x5c ? this.#backslash(at) : this.#terminal(at);
  }

  #terminal(at: number): number {
    TERMINAL.lastIndex = at;
    const found = TERMINAL.exec(this.#text);
    if (found === null) {
      return at + 1;
    }
    // A link's address is text of its own: what follows it must not be read as its continuation.
    return found[0].startsWith(LINK) || found[0] === BELL
      ? this.#put(' ', at, at + found[0].length)
      : at + found[0].length;
  }

  #backslash(at: number): number {
    WRITTEN_TERMINAL.lastIndex = at;
    if (WRITTEN_TERMINAL.test(this.#text)) {
      return WRITTEN_TERMINAL.lastIndex;
    }
    let end = at;
    while (this.#text.charCodeAt(end) === 0x5c) {
      end++;
    }
    return this.#escaped(at, end);
  }

  /** One run of backslashes from `at` to `letter` and the character that they escape, however deep. */
  #escaped(at: number, letter: number): number {
    const character = this.#text.charAt(letter);
    if (character === '"') {
      return this.#put(quoteOf(letter - at), at, letter + 1);
    }
    const meaning = MEANINGS.get(character);
    if (meaning !== undefined && !this.#isLiteral(letter)) {
      return this.#put(meaning, at, letter + 1);
    }
    UNICODE.lastIndex = letter;
    const unicode = UNICODE.exec(this.#text);
    if (unicode !== null) {
      return this.#put(
        String.fromCharCode(Number.parseInt(unicode[1] ?? '20', 16)),
        at,
        letter + 6,
      );
    }
    return this.#put('\\', at, letter);
  }

  #isLiteral(letter: number): boolean {
    LITERAL.lastIndex = letter;
    return LITERAL.test(this.#text);
  }

  #put(text: string, start: number, end: number): number {
    const at = this.#parts.length * FIELDS;
    if (at >= this.#places.length) {
      const larger = new Int32Array(this.#places.length * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[at] = this.#length;
    this.#places[at + START] = start;
    this.#places[at + END] = end;
    this.#parts.push(text);
    this.#length += text.length;
    return end;
  }
}

function isSpecial(code: number): boolean {
  return code === 0x5c || code === 0x1b || code === 0x07;
}

/** The quote behind `backslashes`: each pair of levels halves their number, and an even number ends the string. */
function quoteOf(backslashes: number): string {
  let level = 0;
  let left = backslashes;
  while (left % 2 === 1) {
    level++;
    left = (left - 1) / 2;
  }
  return level === 0 ? '"' : INNER_QUOTES.charAt(Math.min(level, INNER_QUOTES.length) - 1);
}
