import { remembered } from './remembered.ts';

/** Which characters may stand at one place: one flag per ASCII code, the last for all others. */
export type CharacterSet = readonly boolean[];

/** A regular expression as a tree, as far as its cost depends on it. */
export type Pattern =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'edge' }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly item: Pattern; readonly min: number; readonly max: number };

/** A pattern that was read, and where its open-ended quantifiers stand; or why it is refused. */
export type ReadPattern =
  | {
      readonly kind: 'pattern';
      readonly pattern: Pattern;
      readonly openQuantifiers: readonly OpenQuantifier[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** A `*`, `+` or `{n,}` in the source. */
export interface OpenQuantifier {
  readonly start: number;
  readonly end: number;
  readonly min: number;
}

const CODES = 129;
const CLASSES: Readonly<Record<string, RegExp>> = {
  d: /\d/,
  D: /\D/,
  w: /\w/,
  W: /\W/,
  s: /\s/,
  S: /\S/,
};

class Refusal extends Error {}

/** Reads the source of a regular expression that the engine has accepted. Look-arounds and back-references are refused. */
export function readPattern(source: string): ReadPattern {
  try {
    const reader = new Reader(source);
    const pattern = reader.choice();
    return { kind: 'pattern', pattern, openQuantifiers: reader.openQuantifiers };
  } catch (error) {
    if (error instanceof Refusal) {
      return { kind: 'refused', reason: error.message };
    }
    throw error;
  }
}

const ASCII = String.fromCharCode(...Array(CODES - 1).keys());

/** The set of these ASCII characters; `others`: whether it has those beyond ASCII. */
function setOf(characters: string, others: boolean): CharacterSet {
  const set: boolean[] = Array(CODES).fill(false);
  for (let index = 0; index < characters.length; index++) {
    set[characters.charCodeAt(index)] = true;
  }
  set[CODES - 1] = others;
  return set;
}

/** What a pattern of one character matches, asked of the engine itself. */
const engineSet = remembered((source: string): CharacterSet => {
  const matched = ASCII.match(new RegExp(source, 'gu')) ?? [];
  return setOf(matched.join(''), true);
});

const literalSet = remembered(
  (character: string): CharacterSet =>
    character > '\x7f' ? setOf('', true) : setOf(character, false),
);

class Reader {
  readonly openQuantifiers: OpenQuantifier[] = [];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  choice(): Pattern {
    const options = [this.#sequence()];
    while (this.#take('|')) {
      options.push(this.#sequence());
    }
    return options.length === 1 && options[0] !== undefined
      ? options[0]
      : { kind: 'choice', options };
  }

  #sequence(): Pattern {
    const items: Pattern[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) {
      items.push(this.#quantified(this.#atom()));
    }
    return { kind: 'sequence', items };
  }

  #quantified(item: Pattern): Pattern {
    const start = this.#at;
    const found = /^(?:([*+?])|\{(\d+)(,)?(\d+)?\})\??/.exec(this.#source.slice(start));
    if (found === null) {
      return item;
    }
    this.#at += found[0].length;
    const min = found[1] === undefined ? Number(found[2]) : Number(found[1] === '+');
    const max = maxOf(found, min);
    if (max === Number.POSITIVE_INFINITY) {
      this.openQuantifiers.push({ start, end: this.#at, min });
    }
    return { kind: 'repeat', item, min, max };
  }

  #atom(): Pattern {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#class(this.#at - 1);
      case '\\':
        return this.#escape(this.#at - 1);
      case '^':
      case '$':
        return { kind: 'edge' };
      case '.':
        return { kind: 'characters', set: engineSet('[^\\n\\r]') };
      default:
        return { kind: 'characters', set: literalSet(character) };
    }
  }

  #group(): Pattern {
    const head = /^\?(?::|<[A-Za-z_]\w*>)/.exec(this.#source.slice(this.#at));
    if (head !== null) {
      this.#at += head[0].length;
    } else if (this.#peek() === '?') {
      throw new Refusal('look-arounds and inline flags are not supported');
    }
    const inner = this.choice();
    this.#at++;
    return inner;
  }

  #class(start: number): Pattern {
    while (this.#at < this.#source.length) {
      const character = this.#next();
      if (character === ']') {
        break;
      }
      this.#at += Number(character === '\\');
    }
    return this.#characters(start);
  }

  #escape(start: number): Pattern {
    const letter = this.#next();
    if (/[1-9k]/.test(letter)) {
      throw new Refusal('back-references are not supported');
    }
    if (letter === 'b' || letter === 'B') {
      return { kind: 'edge' };
    }
    if (CLASSES[letter] === undefined) {
      const rest =
        /^(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|[pP]\{[^}]*\}|c[A-Za-z])/.exec(
          this.#source.slice(start + 1),
        );
      this.#at = start + 1 + (rest?.[0].length ?? 1);
    }
    return this.#characters(start);
  }

  /** The set of what the one-character pattern from `start` to here matches. */
  #characters(start: number): Pattern {
    return { kind: 'characters', set: engineSet(this.#source.slice(start, this.#at)) };
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #next(): string {
    this.#at++;
    return this.#source.charAt(this.#at - 1);
  }

  #take(character: string): boolean {
    const taken = this.#peek() === character;
    this.#at += Number(taken);
    return taken;
  }
}

function maxOf(found: RegExpExecArray, min: number): number {
  if (found[1] !== undefined) {
    return found[1] === '?' ? 1 : Number.POSITIVE_INFINITY;
  }
  if (found[3] === undefined) {
    return min;
  }
  return found[4] === undefined ? Number.POSITIVE_INFINITY : Number(found[4]);
}
