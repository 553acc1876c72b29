import { inEscapes, mayEndEscape } from './ahead.ts';
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
/** What a set says of a byte, and a quick look of a keyword: it may stand there. */
const MAY = 1;
/** It may not. */
export const NO = 0;
/** The byte may belong to an escape, of which one cannot tell what it stands for. */
export const HIDES = 2;
const BEGINS_ESCAPE: Hides = (code) => code === ESCAPE || code === BACKSLASH;
const ENDS_ESCAPE: Hides = (code) => inEscapes[code] === 1;
const NO_ESCAPE: Hides = () => false;
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
  /** What may stand before the keyword that decides, nearest first; nothing in particular where {@link lengths} is 0. */
  readonly before: Following;
  /** What may follow for each of several that wait: those of a state begin at {@link firstOf} it. */
  readonly afterEach: Following;
  readonly firstOf: Int32Array;
  /** The length of the keyword that decides; 0: there are several, or it is a very long one. */
  readonly lengths: Uint8Array;
  /** What waits for the keyword that decides, or all that waits. */
  readonly deciding: readonly (readonly Candidate[])[];
  /** 1: others wait too, which may only match where an escape stands before the keyword that decides. */
  readonly others: Uint8Array;
}

/** What may stand on one side of what an automaton finds. */
export interface Following {
  /** Eight for each state: where the set for each place next to the keyword begins. */
  readonly starts: Int32Array;
  /** How many of those places matter. */
  readonly places: Uint8Array;
}

/** @param candidates - What waits in each accepting state. */
export function neighbourhoodOf(candidates: readonly (readonly Candidate[])[]): Neighbourhood {
  const sets = new Sets();
  const lengths = Uint8Array.from(candidates, (waiting) =>
    hidesOthers(waiting) ? longestOf(waiting) : 0,
  );
  const deciding = candidates.map((waiting, state) =>
    lengths[state] === 0
      ? waiting
      : waiting.filter(({ letters }) => letters.length === longestOf(waiting)),
  );
  const others = Uint8Array.from(candidates, (waiting, state) =>
    Number(waiting.length > (deciding[state]?.length ?? 0)),
  );
  const crowds = candidates.map((waiting) => (waiting.length > 1 ? waiting : []));
  return {
    after: placesOf(sets, deciding.map(followers), BEGINS_ESCAPE),
    afterAny: placesOf(sets, candidates.map(followers), BEGINS_ESCAPE),
    afterEach: placesOf(
      sets,
      crowds.flat().map((each) => followers([each])),
      BEGINS_ESCAPE,
    ),
    firstOf: startsOf(crowds),
    before: beforeOf(sets, deciding, lengths, others),
    lengths,
    deciding,
    others,
    sets: Uint8Array.from(sets.bytes),
  };
}

/** What may stand before what decides. Where others wait, only the nearest place tells that they do not match either. */
function beforeOf(
  sets: Sets,
  deciding: readonly (readonly Candidate[])[],
  lengths: Uint8Array,
  others: Uint8Array,
): Following {
  const lists = deciding.map((waiting, state) =>
    lengths[state] === 0
      ? []
      : waiting.map(({ hint }) => placesBefore(hint).slice(0, others[state] === 1 ? 1 : PLACES)),
  );
  return placesOf(sets, lists, ENDS_ESCAPE, NO_ESCAPE);
}

function followers(waiting: readonly Candidate[]): readonly (readonly Place[])[] {
  return waiting.map(({ hint }) => hint.after);
}

function startsOf(lists: readonly (readonly unknown[])[]): Int32Array {
  let start = 0;
  return Int32Array.from(lists, ({ length }) => {
    start += length;
    return start - length;
  });
}

/** @param lists - For each state what may stand at each place, for each that waits there. */
function placesOf(
  sets: Sets,
  lists: readonly (readonly (readonly Place[])[])[],
  hidesNext: Hides,
  hidesFarther: Hides = hidesNext,
): Following {
  const starts = new Int32Array(lists.length << PLACES_SHIFT);
  const places = lists.map((waiting, state) => {
    const count = waiting.length === 0 ? 0 : Math.min(PLACES, ...waiting.map((all) => all.length));
    for (let place = 0; place < count; place++) {
      const may = waiting.map((all) => all[place] ?? ANYTHING);
      const number = sets.numberOf(may, place === 0 ? hidesNext : hidesFarther);
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
      return each.letters.length === length || placesBefore(each.hint)[0]?.[inside] === 0;
    })
  );
}

function placesBefore({ before, boundary }: Hint): readonly Place[] {
  return before.length === 0 && boundary ? [NO_WORD] : before;
}

/** Whether a byte may belong to an escape. */
type Hides = (code: number) => boolean;

/** Sets of bytes, each kept once. */
class Sets {
  readonly bytes: number[] = [];
  readonly #numbers: Map<Hides, Map<Place, number>> = new Map<Hides, Map<Place, number>>();
  readonly #numbersByBytes: Map<string, number> = new Map<string, number>();

  /** The number of the set of all that may stand at one of `places`, where `hides` says what belongs to an escape. */
  numberOf(places: readonly Place[], hides: Hides): number {
    const [first = ANYTHING, ...others] = places;
    const numbers = this.#numbers.get(hides) ?? new Map<Place, number>();
    this.#numbers.set(hides, numbers);
    const known = others.every((place) => place === first) ? numbers.get(first) : undefined;
    if (known !== undefined) {
      return known;
    }
    const may = first.map((each, code) => each | anyOf(others, code));
    const number = this.#add(bytesOf(may, hides));
    if (others.length === 0) {
      numbers.set(first, number);
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

function bytesOf(place: Place, hides: Hides): readonly number[] {
  return Array.from(
    { length: 1 << SET_SHIFT },
    (_, code) => (hides(code) ? HIDES : 0) | (place[Math.min(code, OTHERS)] === 1 ? MAY : 0),
  );
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

/**
 * Whether a rule may match at what ends at `end` in the accepting state of this index, by what stands next to it in
 * `text` before `limit`: {@link NO}; {@link HIDES} where it
 * may only if an escape ends before it; or else it may.
 */
export function textMayMatch(
  neighbourhood: Neighbourhood,
  state: number,
  text: string,
  end: number,
  limit: number,
): number {
  const { sets, after, before, lengths, others } = neighbourhood;
  const start = end - (lengths[state] as number);
  const begins = textMayBegin(sets, before, state, text, start);
  if (begins === NO || textMayGoOn(sets, after, state, text, end, limit)) {
    return begins;
  }
  return others[state] === 1 && inEscapes[text.charCodeAt(start - 1)] === 1 ? HIDES : NO;
}

function textMayBegin(
  sets: Uint8Array,
  { starts, places }: Following,
  state: number,
  text: string,
  start: number,
): number {
  const count = places[state] as number;
  for (let place = 0; place < count; place++) {
    const code = start > place ? text.charCodeAt(start - place - 1) : NEWLINE;
    const said = sets[
      (starts[(state << PLACES_SHIFT) | place] as number) | (code < 256 ? code : 255)
    ] as number;
    if ((said & MAY) === 0) {
      return said;
    }
  }
  return MAY;
}

/** {@link textMayMatch} over bytes. */
export function bytesMayMatch(
  neighbourhood: Neighbourhood,
  state: number,
  bytes: Uint8Array,
  end: number,
  limit: number,
): number {
  const { sets, after, before, lengths, others } = neighbourhood;
  const start = end - (lengths[state] as number);
  const begins = bytesMayBegin(sets, before, state, bytes, start);
  if (begins === NO || bytesMayGoOn(sets, after, state, bytes, end, limit)) {
    return begins;
  }
  return others[state] === 1 && inEscapes[bytes[start - 1] as number] === 1 ? HIDES : NO;
}

function bytesMayBegin(
  sets: Uint8Array,
  { starts, places }: Following,
  state: number,
  bytes: Uint8Array,
  start: number,
): number {
  const count = places[state] as number;
  for (let place = 0; place < count; place++) {
    const code = start > place ? (bytes[start - place - 1] as number) : NEWLINE;
    const said = sets[(starts[(state << PLACES_SHIFT) | place] as number) | code] as number;
    if ((said & MAY) === 0) {
      return said;
    }
  }
  return MAY;
}

/** Whether a rule may match there, by what stands right before it. The end of an escape may look like a letter, also to a shorter keyword with which this one ends. */
export function mayBegin(
  { sets, before, lengths }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
): boolean {
  if (before.places[state] === 0) {
    return true;
  }
  const start = end - (lengths[state] as number);
  const code = source.codeAt(start - 1);
  const set = before.starts[state << PLACES_SHIFT] as number;
  return (
    ((sets[set | (code < 256 ? code : 255)] as number) & MAY) !== 0 || mayEndEscape(source, start)
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
