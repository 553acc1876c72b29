import { ALNUM, isIn } from './characters.ts';
import type { CodeSource, Hint } from './hint.ts';

/** One bit for each byte: 32 bytes for each state. */
const SHIFT = 5;
/** How many bytes behind a keyword are looked at. */
const PLACES = 4;
const OTHERS = 128;
const NEWLINE = 10;
const ESCAPE = 27;
const BACKSLASH = 92;
const PERCENT = 37;

/**
 * Which bytes may stand round what an automaton finds, for each of its accepting states. A scan asks here before it
 * asks the hints themselves: most keywords turn out to be parts of other words.
 */
export interface Neighbourhood {
  /** The bytes that may come next, after that, and so on. */
  readonly after: readonly Uint8Array[];
  /** The bytes that may stand before the keyword, where {@link lengths} is not 0. */
  readonly before: Uint8Array;
  /** The length of the state's only keyword; 0: it has several, or a very long one. */
  readonly lengths: Uint8Array;
}

/**
 * @param outputs - The keywords of each accepting state.
 * @param keywords - Their letters.
 * @param hintsOf - The hints of all that waits for a keyword.
 */
export function neighbourhoodOf(
  outputs: readonly (readonly number[])[],
  keywords: readonly string[],
  hintsOf: (keyword: number) => readonly Hint[],
): Neighbourhood {
  const lengths = new Uint8Array(outputs.length);
  const after = Array.from({ length: PLACES }, () => new Uint8Array(outputs.length << SHIFT));
  const before = new Uint8Array(outputs.length << SHIFT);
  outputs.forEach((ends, state) => {
    const length = ends.length === 1 ? (keywords[ends[0] ?? 0]?.length ?? 0) : 0;
    lengths[state] = length < 256 ? length : 0;
    const hints = ends.flatMap(hintsOf);
    for (let code = 0; code < 256; code++) {
      after.forEach((table, place) => {
        if (hints.some((hint) => allowsAfter(hint, place, code))) {
          setBit(table, state, code);
        }
      });
      if (hints.some((hint) => allowsBefore(hint, code))) {
        setBit(before, state, code);
      }
    }
  });
  return { after, before, lengths };
}

function allowsAfter({ after }: Hint, place: number, code: number): boolean {
  return after[place]?.[Math.min(code, OTHERS)] !== false;
}

function allowsBefore({ before, boundary }: Hint, code: number): boolean {
  return before[0]?.[Math.min(code, OTHERS)] !== false && !(boundary && isIn(code, ALNUM));
}

function setBit(table: Uint8Array, state: number, code: number): void {
  const at = (state << SHIFT) | (code >> 3);
  table[at] = (table[at] ?? 0) | (1 << (code & 7));
}

function hasBit(table: Uint8Array, state: number, code: number): boolean {
  return (((table[(state << SHIFT) | (code >> 3)] as number) >> (code & 7)) & 1) !== 0;
}

/** Whether a rule may match at what ends at `end` in the accepting state of this index, by what comes next before `limit`. */
export function mayGoOn(
  { after }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
  limit: number,
): boolean {
  for (let place = 0; place < PLACES; place++) {
    const code = end + place < limit ? source.codeAt(end + place) : NEWLINE;
    if (code === ESCAPE || code === BACKSLASH) {
      return true;
    }
    if (!hasBit(after[place] as Uint8Array, state, code < 256 ? code : 255)) {
      return false;
    }
  }
  return true;
}

/** Whether a rule may match there, by what stands before it. */
export function mayBegin(
  { before, lengths }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
): boolean {
  const length = lengths[state] as number;
  if (length === 0) {
    return true;
  }
  const start = end - length;
  const code = source.codeAt(start - 1);
  // The end of an escape may look like a letter.
  return (
    hasBit(before, state, code < 256 ? code : 255) ||
    source.codeAt(start - 2) === BACKSLASH ||
    source.codeAt(start - 3) === PERCENT ||
    source.codeAt(start - 6) === BACKSLASH
  );
}
