import { mayEndEscape } from './ahead.ts';
import { ALNUM, isIn } from './characters.ts';
import type { CodeSource, Hint, Place } from './hint.ts';
import type { Candidate } from './rule-set.ts';

/** How many places behind a keyword are looked at, as a power of two: as many as hints have. */
const PLACES_SHIFT = 3;
const PLACES = 1 << PLACES_SHIFT;
/** A set has one entry for each byte. */
const SET_SHIFT = 8;
const OTHERS = 128;
const NEWLINE = 10;
const ESCAPE = 27;
const BACKSLASH = 92;
/** What a set says of a byte: it may stand there, or it begins an escape, of which one cannot tell what it stands for. */
const MAY = 1;
const HIDES = 2;
const ANYTHING: Place = new Uint8Array(OTHERS + 1).fill(1);
const NO_WORD: Place = ANYTHING.map((_, code) => Number(!isIn(code, ALNUM)));

/**
 * Which bytes may stand round what an automaton finds, for each of its accepting states. A scan asks here before it
 * asks the hints themselves: most keywords turn out to be parts of other words.
 */
export interface Neighbourhood {
  /** The sets of bytes that occur, each once, one entry for each byte. */
  readonly sets: Uint8Array;
  /** For what waits for the {@link lengths longest} keyword, where that one decides, else for all. */
  readonly after: Following;
  /** For all that waits. */
  readonly afterAny: Following;
  /** {@link after} where no {@link others} wait, else nothing in particular. */
  readonly afterAlone: Following;
  /** The number of the set for the place before the keyword, where {@link lengths} is not 0. */
  readonly before: Uint16Array;
  /** The length of the keyword that decides; 0: there are several, or it is a very long one. */
  readonly lengths: Uint8Array;
  /** What waits for the keyword that decides, or all that waits. */
  readonly deciding: readonly (readonly Candidate[])[];
  /** 1: others wait too, which may only match where an escape stands before the keyword that decides. */
  readonly others: Uint8Array;
}

/** What may stand behind what an automaton finds. */
export interface Following {
  /** Eight for each state: where the set for each place behind the keyword begins. */
  readonly starts: Int32Array;
  /** How many of those places matter. */
  readonly places: Uint8Array;
}

/** @param candidates - What waits in each accepting state. */
export function neighbourhoodOf(candidates: readonly (readonly Candidate[])[]): Neighbourhood {
  const sets = new Sets();
  const before = new Uint16Array(candidates.length);
  const lengths = new Uint8Array(candidates.length);
  const longest = candidates.map((waiting) =>
    waiting.filter(({ letters }) => letters.length === longestOf(waiting)),
  );
  candidates.forEach((waiting, state) => {
    before[state] = sets.numberOf((longest[state] ?? []).map(({ hint }) => placeBefore(hint)));
    lengths[state] = hidesOthers(waiting) ? longestOf(waiting) : 0;
  });
  const deciding = candidates.map((waiting, state) =>
    lengths[state] === 0 ? waiting : (longest[state] ?? []),
  );
  const others = Uint8Array.from(candidates, (waiting, state) =>
    Number(waiting.length > (deciding[state]?.length ?? 0)),
  );
  const after = followingOf(deciding, sets);
  return {
    after,
    afterAlone: {
      ...after,
      places: after.places.map((count, state) => (others[state] === 0 ? count : 0)),
    },
    afterAny: followingOf(candidates, sets),
    before,
    lengths,
    deciding,
    others,
    sets: Uint8Array.from(sets.bytes),
  };
}

function followingOf(candidates: readonly (readonly Candidate[])[], sets: Sets): Following {
  const starts = new Int32Array(candidates.length << PLACES_SHIFT);
  const places = candidates.map((waiting, state) => {
    const hints = waiting.map(({ hint }) => hint);
    const count = Math.min(PLACES, ...hints.map((hint) => hint.after.length));
    for (let place = 0; place < count; place++) {
      const number = sets.numberOf(hints.map((hint) => hint.after[place] ?? ANYTHING));
      starts[(state << PLACES_SHIFT) | place] = number << SET_SHIFT;
    }
    return count;
  });
  return { starts, places: Uint8Array.from(places) };
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
  return Array.from({ length: 1 << SET_SHIFT }, (_, code) => {
    const hides = code === ESCAPE || code === BACKSLASH ? HIDES : 0;
    return hides | (place[Math.min(code, OTHERS)] === 1 ? MAY : 0);
  });
}

/**
 * Whether a rule may match at what ends at `end` in the accepting state of this index, by what comes next in `text`
 * before `limit`.
 */
export function textMayGoOn(
  sets: Uint8Array,
  { starts, places }: Following,
  state: number,
  text: string,
  end: number,
  limit: number,
): boolean {
  const count = places[state] as number;
  for (let place = 0; place < count; place++) {
    const code = end + place < limit ? text.charCodeAt(end + place) : NEWLINE;
    const start = starts[(state << PLACES_SHIFT) | place] as number;
    const said = sets[start | (code < 256 ? code : 255)] as number;
    if (said !== MAY) {
      return said >= HIDES;
    }
  }
  return true;
}

/** {@link textMayGoOn} over bytes. */
export function bytesMayGoOn(
  sets: Uint8Array,
  { starts, places }: Following,
  state: number,
  bytes: Uint8Array,
  end: number,
  limit: number,
): boolean {
  const count = places[state] as number;
  for (let place = 0; place < count; place++) {
    const code = end + place < limit ? (bytes[end + place] as number) : NEWLINE;
    const said = sets[(starts[(state << PLACES_SHIFT) | place] as number) | code] as number;
    if (said !== MAY) {
      return said >= HIDES;
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
  const code = source.codeAt(end - length - 1);
  const set = before[state] as number;
  const byte = code < 256 ? code : 255;
  return (
    ((sets[(set << SET_SHIFT) | byte] as number) & MAY) !== 0 ||
    // The end of an escape may look like a letter, also to a shorter keyword with which this one ends.
    mayEndEscape(source, end - length)
  );
}

/** Whether a keyword may match there with which the deciding one ends: only behind an escape. */
export function mayBeOther(
  { others, lengths }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
): boolean {
  return others[state] === 1 && mayEndEscape(source, end - (lengths[state] as number));
}
