import { ALNUM, isIn } from './characters.ts';
import type { CodeSource, Hint, Place } from './hint.ts';
import type { Candidate } from './rule-set.ts';

/** How many places behind a keyword are looked at, as a power of two: as many as hints have. */
const PLACES_SHIFT = 3;
const PLACES = 1 << PLACES_SHIFT;
/** A set of bytes has one bit for each. */
const SET_SHIFT = 5;
const OTHERS = 128;
const NEWLINE = 10;
const ESCAPE = 27;
const BACKSLASH = 92;
const PERCENT = 37;
const LONGEST_ESCAPE = 6;
const ANYTHING: Place = new Uint8Array(OTHERS + 1).fill(1);
const NO_WORD: Place = ANYTHING.map((_, code) => Number(!isIn(code, ALNUM)));

/**
 * Which bytes may stand round what an automaton finds, for each of its accepting states. A scan asks here before it
 * asks the hints themselves: most keywords turn out to be parts of other words.
 */
export interface Neighbourhood {
  /** The sets of bytes that occur, each once, 32 bytes long. */
  readonly sets: Uint8Array;
  /** Eight for each state: the number of the set for each place behind the keyword. */
  readonly after: Uint16Array;
  /** How many of those places matter. */
  readonly places: Uint8Array;
  /** The number of the set for the place before the keyword, where {@link lengths} is not 0. */
  readonly before: Uint16Array;
  /** The length of the keyword that decides; 0: there are several, or it is a very long one. */
  readonly lengths: Uint8Array;
}

/** @param candidates - What waits in each accepting state. */
export function neighbourhoodOf(candidates: readonly (readonly Candidate[])[]): Neighbourhood {
  const sets = new Sets();
  const after = new Uint16Array(candidates.length << PLACES_SHIFT);
  const before = new Uint16Array(candidates.length);
  const places = new Uint8Array(candidates.length);
  const lengths = new Uint8Array(candidates.length);
  candidates.forEach((waiting, state) => {
    const hints = waiting.map(({ hint }) => hint);
    const count = Math.min(PLACES, ...hints.map((hint) => hint.after.length));
    places[state] = count;
    for (let place = 0; place < count; place++) {
      after[(state << PLACES_SHIFT) | place] = sets.numberOf(
        hints.map((hint) => hint.after[place] ?? ANYTHING),
      );
    }
    const longest = waiting.filter(({ letters }) => letters.length === longestOf(waiting));
    before[state] = sets.numberOf(longest.map(({ hint }) => placeBefore(hint)));
    lengths[state] = hidesOthers(waiting) ? longestOf(waiting) : 0;
  });
  return { sets: Uint8Array.from(sets.bytes), after, places, before, lengths };
}

function longestOf(waiting: readonly Candidate[]): number {
  return Math.max(0, ...waiting.map(({ letters }) => letters.length));
}

/** Whether the longest keyword decides: the others, with which it ends, may not begin inside of a word. */
function hidesOthers(waiting: readonly Candidate[]): boolean {
  const length = longestOf(waiting);
  const { letters } = waiting.find((each) => each.letters.length === length) ?? { letters: '' };
  return (
    length < 256 &&
    (!/[\\%]/.test(letters) || waiting.every((each) => each.letters.length === length)) &&
    waiting.every((each) => {
      const inside = letters.charCodeAt(length - each.letters.length - 1);
      return each.letters.length === length || placeBefore(each.hint)[inside] === 0;
    })
  );
}

function placeBefore({ before, boundary }: Hint): Place {
  return before[0] ?? (boundary ? NO_WORD : ANYTHING);
}

/** Sets of bytes, each kept once. */
class Sets {
  readonly bytes: number[] = [];
  readonly #numbers: Map<Place, number> = new Map<Place, number>();
  readonly #numbersByBytes: Map<string, number> = new Map<string, number>();

  /** The number of the set of all that may stand at one of `places`. */
  numberOf(places: readonly Place[]): number {
    const [first = ANYTHING, ...others] = places;
    const known = others.every((place) => place === first) ? this.#numbers.get(first) : undefined;
    if (known !== undefined) {
      return known;
    }
    const number = this.#add(bytesOf(first.map((may, code) => may | anyOf(others, code))));
    if (others.length === 0) {
      this.#numbers.set(first, number);
    }
    return number;
  }

  #add(bytes: readonly number[]): number {
    const key = bytes.join();
    const known = this.#numbersByBytes.get(key);
    if (known !== undefined) {
      return known;
    }
    const number = this.#numbersByBytes.size;
    this.#numbersByBytes.set(key, number);
    this.bytes.push(...bytes);
    return number;
  }
}

function anyOf(places: readonly Place[], code: number): number {
  return places.some((place) => place[code] === 1) ? 1 : 0;
}

function bytesOf(place: Place): readonly number[] {
  const bytes = new Array<number>(1 << SET_SHIFT).fill(0);
  for (let code = 0; code < 256; code++) {
    const may = place[Math.min(code, OTHERS)] ?? 0;
    bytes[code >> 3] = (bytes[code >> 3] ?? 0) | (may << (code & 7));
  }
  return bytes;
}

function has(sets: Uint8Array, set: number, code: number): boolean {
  const byte = code < 256 ? code : 255;
  return (((sets[(set << SET_SHIFT) | (byte >> 3)] as number) >> (byte & 7)) & 1) !== 0;
}

/** Whether a rule may match at what ends at `end` in the accepting state of this index, by what comes next before `limit`. */
export function mayGoOn(
  { sets, after, places }: Neighbourhood,
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
    if (!has(sets, after[(state << PLACES_SHIFT) | place] as number, code)) {
      return false;
    }
  }
  return true;
}

/** Whether a rule may match there, by what stands before it. */
export function mayBegin(
  { sets, before, lengths }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
): boolean {
  const length = lengths[state] as number;
  if (length === 0) {
    return true;
  }
  const start = end - length;
  return (
    has(sets, before[state] as number, source.codeAt(start - 1)) || isBehindEscape(source, start)
  );
}

/** The end of an escape may look like a letter, also to a shorter keyword with which this one ends. */
function isBehindEscape(source: CodeSource, start: number): boolean {
  for (let at = start - 1; at >= start - LONGEST_ESCAPE; at--) {
    const code = source.codeAt(at);
    if (code === BACKSLASH || code === PERCENT) {
      return true;
    }
  }
  return false;
}
