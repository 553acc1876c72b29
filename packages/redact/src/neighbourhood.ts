import { ALNUM, isIn } from './characters.ts';
import type { CodeSource, Hint } from './hint.ts';
import type { Candidate } from './rule-set.ts';

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
  /** How many of those bytes matter. */
  readonly places: Uint8Array;
  /** The bytes that may stand before the keyword, where {@link lengths} is not 0. */
  readonly before: Uint8Array;
  /** The length of the state's keyword; 0: it has several, or a very long one. */
  readonly lengths: Uint8Array;
}

/** @param candidates - What waits in each accepting state. */
export function neighbourhoodOf(candidates: readonly (readonly Candidate[])[]): Neighbourhood {
  const lengths = new Uint8Array(candidates.length);
  const after = Array.from({ length: PLACES }, () => new Uint8Array(candidates.length << SHIFT));
  const before = new Uint8Array(candidates.length << SHIFT);
  const places = new Uint8Array(candidates.length);
  candidates.forEach((waiting, state) => {
    lengths[state] = commonLength(waiting);
    const hints = waiting.map(({ hint }) => hint);
    places[state] = Math.min(PLACES, ...hints.map((hint) => hint.after.length));
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
  return { after, places, before, lengths };
}

function commonLength(waiting: readonly Candidate[]): number {
  const { length } = waiting[0] ?? { length: 0 };
  return length < 256 && waiting.every((each) => each.length === length) ? length : 0;
}

function allowsAfter({ after }: Hint, place: number, code: number): boolean {
  return after[place]?.[Math.min(code, OTHERS)] !== 0;
}

function allowsBefore({ before, boundary }: Hint, code: number): boolean {
  return before[0]?.[Math.min(code, OTHERS)] !== 0 && !(boundary && isIn(code, ALNUM));
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
  { after, places }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
  limit: number,
): boolean {
  const count = places[state] as number;
  for (let place = 0; place < count; place++) {
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
