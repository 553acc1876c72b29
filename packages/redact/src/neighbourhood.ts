import { inEscapes, mayEndEscape } from './ahead.ts';
import { ALNUM, isIn } from './characters.ts';
import type { CodeSource, Hint, Place } from './hint.ts';
import type { Candidate } from './rule-set.ts';

/** How many places on each side are looked at: as many as hints have. */
const PLACES = 8;
/** How many of what waits in one state are told apart: each has a bit for each place. */
const GROUPS = 4;
/** A row has one entry for each byte. */
const ROW_SHIFT = 8;
const OTHERS = 128;
const NEWLINE = 10;
const ESCAPE = 27;
const BACKSLASH = 92;
/** Lengths are kept in a byte. */
const LONGEST_DECIDING = 255;
const MAY = 1;
/** What a quick look says of a keyword: no rule may match there. */
export const NO = 0;
/** What stands before it may belong to an escape, of which one cannot tell what it stands for. */
export const HIDES = -1;
const NO_WORD: readonly Place[] = [
  Uint8Array.from({ length: OTHERS + 1 }, (_, code) => Number(!isIn(code, ALNUM))),
];

/**
 * What may stand round what an automaton finds, for each of its accepting states. A scan asks here before it asks the
 * hints themselves: most keywords turn out to be parts of other words.
 */
export interface Neighbourhood {
  /** For each {@link Waiting.bit bit} what may come next. */
  readonly after: Side;
  /** What may stand before the keyword that decides, nearest first, in the lowest bit; anything where {@link lengths} is 0. */
  readonly before: Side;
  /** The length of the keyword that decides; 0: there are several, or it is a very long one. */
  readonly lengths: Uint8Array;
  /** What waits there, the longest keywords first. */
  readonly waiting: readonly (readonly Waiting[])[];
  /** The bits of all that waits. */
  readonly all: Int32Array;
  /** The bits of what waits for the keyword that decides; what else waits may only match where an escape stands before that one. */
  readonly deciding: Int32Array;
}

/** What waits for a keyword, and the bit by which it is told from what else waits there. */
export interface Waiting extends Candidate {
  readonly bit: number;
}

/** What may stand on one side of what an automaton finds, and how far away. */
export interface Side {
  /** For a byte that stands `n` places away, shifted to the right by `n`: the bits of those that let it. */
  readonly rows: Int32Array;
  /** Where the row of each state begins. */
  readonly starts: Int32Array;
  /** How many places matter. */
  readonly places: Uint8Array;
}

/** What may stand at each place, for any of those that share a bit. */
type Group = readonly (readonly Place[])[];

/** @param candidates - What waits in each accepting state, the longest keywords first. */
export function neighbourhoodOf(candidates: readonly (readonly Candidate[])[]): Neighbourhood {
  const lengths = Uint8Array.from(candidates, decidingLength);
  const waiting = candidates.map((each, state) => withBits(each, lengths[state] ?? 0));
  const deciding = waiting.map((each, state) =>
    each.filter((one) => decides(one, lengths[state] ?? 0)),
  );
  const all = Int32Array.from(waiting, bitsOf);
  const decidingBits = Int32Array.from(deciding, bitsOf);
  const before = deciding.map((each, state) =>
    lengths[state] === 0 ? [] : each.map(({ hint }) => precursors(hint)),
  );
  return {
    after: sideOf(waiting.map(followers), () => PLACES),
    before: sideOf(
      before.map((lists) => [lists]),
      // Where others wait, only the nearest place tells that they do not match either.
      (state) => (all[state] === decidingBits[state] ? PLACES : 1),
    ),
    lengths,
    waiting,
    all,
    deciding: decidingBits,
  };
}

/** The length of the longest keyword, when it decides: the others, with which it ends, may not begin inside of a word. */
function decidingLength(waiting: readonly Candidate[]): number {
  const letters = waiting[0]?.letters ?? '';
  const { length } = letters;
  const alone = waiting.every((each) => each.letters.length === length);
  const hidesOthers = waiting.every(({ letters: inner, hint }) => {
    const inside = letters.charCodeAt(length - inner.length - 1);
    return inner.length === length || precursors(hint)[0]?.[inside] === 0;
  });
  const isTold = length <= LONGEST_DECIDING && waiting.length <= GROUPS;
  return isTold && hidesOthers && (alone || !/[\\%]/.test(letters)) ? length : 0;
}

function decides({ letters }: Candidate, length: number): boolean {
  return length === 0 || letters.length === length;
}

/** Gives a bit to all that have the same followers and decide alike; what is one too many shares the last bit. */
function withBits(candidates: readonly Candidate[], length: number): readonly Waiting[] {
  const firsts: Candidate[] = [];
  return candidates.map((each) => {
    const known = firsts.findIndex(
      (first) =>
        first.hint.after === each.hint.after && decides(first, length) === decides(each, length),
    );
    const group = known < 0 ? firsts.push(each) - 1 : known;
    return { ...each, bit: 1 << (Math.min(group, GROUPS - 1) * PLACES) };
  });
}

function bitsOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((bits, { bit }) => bits | bit, 0);
}

function followers(waiting: readonly Waiting[]): readonly Group[] {
  const bits = [...new Set(waiting.map(({ bit }) => bit))];
  return bits.map((bit) =>
    waiting.filter((each) => each.bit === bit).map(({ hint }) => hint.after),
  );
}

function precursors({ before, boundary }: Hint): readonly Place[] {
  return before.length === 0 && boundary ? NO_WORD : before;
}

/**
 * @param states - The groups of each state, the lowest bit first.
 * @param reach - How many places are looked at in a state.
 */
function sideOf(states: readonly (readonly Group[])[], reach: (state: number) => number): Side {
  const rows = new Rows();
  const places = Uint8Array.from(states, (groups, state) =>
    Math.min(reach(state), Math.max(0, ...groups.map(lengthOf))),
  );
  const starts = Int32Array.from(states, (groups) => rows.startOf(groups));
  return { rows: rows.all(), starts, places };
}

/** How many places matter to a group: what comes behind the shortest list may be anything. */
function lengthOf(group: Group): number {
  return group.length === 0 ? 0 : Math.min(...group.map((list) => list.length));
}

/** Rows of bits, each kept once. */
class Rows {
  readonly #rows: Int32Array[] = [];
  readonly #starts: Map<string, number> = new Map<string, number>();
  readonly #numbers: Map<unknown, number> = new Map<unknown, number>();

  startOf(groups: readonly Group[]): number {
    const key = groups.map((group) => group.map((list) => this.#numberOf(list)).join()).join(';');
    const start = this.#starts.get(key) ?? this.#rows.length << ROW_SHIFT;
    if (!this.#starts.has(key)) {
      this.#starts.set(key, start);
      this.#rows.push(rowOf(groups));
    }
    return start;
  }

  all(): Int32Array {
    const all = new Int32Array(this.#rows.length << ROW_SHIFT);
    this.#rows.forEach((row, index) => {
      all.set(row, index << ROW_SHIFT);
    });
    return all;
  }

  #numberOf(list: unknown): number {
    const number = this.#numbers.get(list) ?? this.#numbers.size;
    this.#numbers.set(list, number);
    return number;
  }
}

function rowOf(groups: readonly Group[]): Int32Array {
  const row = new Int32Array(1 << ROW_SHIFT);
  groups.forEach((lists, group) => {
    for (let place = 0; place < PLACES; place++) {
      const sets = lists.map((list) => list[place]);
      for (let code = 0; code <= OTHERS; code++) {
        if (sets.some((set) => set?.[code] !== 0)) {
          row[code] = (row[code] ?? 0) | (1 << (group * PLACES + place));
        }
      }
    }
  });
  return row.fill(row[OTHERS] ?? 0, OTHERS);
}

/**
 * Which of `wanted` may match at what ends at `end` in the accepting state of this index, by what comes next in `text`
 * before `limit`. An escape may stand for anything.
 */
export function textMayGoOn(
  { rows, starts, places }: Side,
  state: number,
  text: string,
  end: number,
  limit: number,
  wanted: number,
): number {
  const count = places[state] as number;
  const row = starts[state] as number;
  let left = wanted;
  for (let place = 0; place < count && left !== 0; place++) {
    const code = end + place < limit ? text.charCodeAt(end + place) : NEWLINE;
    if (code === BACKSLASH || code === ESCAPE) {
      break;
    }
    left &= (rows[row | (code < 256 ? code : 255)] as number) >> place;
  }
  return left;
}

/** {@link textMayGoOn} over bytes. */
export function bytesMayGoOn(
  { rows, starts, places }: Side,
  state: number,
  bytes: Uint8Array,
  end: number,
  limit: number,
  wanted: number,
): number {
  const count = places[state] as number;
  const row = starts[state] as number;
  let left = wanted;
  for (let place = 0; place < count && left !== 0; place++) {
    const code = end + place < limit ? (bytes[end + place] as number) : NEWLINE;
    if (code === BACKSLASH || code === ESCAPE) {
      break;
    }
    left &= (rows[row | code] as number) >> place;
  }
  return left;
}

/**
 * Which of what decides may match at what ends at `end` in the accepting state of this index, by what stands next to
 * it in `text` before `limit`: their bits, {@link NO} of none, or {@link HIDES} where something may only if an escape
 * ends before it.
 */
export function textMayMatch(
  { after, before, lengths, all, deciding }: Neighbourhood,
  state: number,
  text: string,
  end: number,
  limit: number,
): number {
  const start = end - (lengths[state] as number);
  const begins = textMayBegin(before, state, text, start);
  if (begins === NO) {
    return NO;
  }
  const wanted = deciding[state] as number;
  const left = textMayGoOn(after, state, text, end, limit, wanted);
  if (left !== 0) {
    return begins === HIDES ? HIDES : left;
  }
  return all[state] !== wanted && inEscapes[text.charCodeAt(start - 1)] === 1 ? HIDES : NO;
}

function textMayBegin(
  { rows, starts, places }: Side,
  state: number,
  text: string,
  start: number,
): number {
  const count = places[state] as number;
  const row = starts[state] as number;
  for (let place = 0; place < count; place++) {
    const code = start > place ? text.charCodeAt(start - place - 1) : NEWLINE;
    if ((((rows[row | (code < 256 ? code : 255)] as number) >> place) & MAY) === 0) {
      return place === 0 && inEscapes[code] === 1 ? HIDES : NO;
    }
  }
  return MAY;
}

/** {@link textMayMatch} over bytes. */
export function bytesMayMatch(
  { after, before, lengths, all, deciding }: Neighbourhood,
  state: number,
  bytes: Uint8Array,
  end: number,
  limit: number,
): number {
  const start = end - (lengths[state] as number);
  const begins = bytesMayBegin(before, state, bytes, start);
  if (begins === NO) {
    return NO;
  }
  const wanted = deciding[state] as number;
  const left = bytesMayGoOn(after, state, bytes, end, limit, wanted);
  if (left !== 0) {
    return begins === HIDES ? HIDES : left;
  }
  return all[state] !== wanted && inEscapes[bytes[start - 1] as number] === 1 ? HIDES : NO;
}

function bytesMayBegin(
  { rows, starts, places }: Side,
  state: number,
  bytes: Uint8Array,
  start: number,
): number {
  const count = places[state] as number;
  const row = starts[state] as number;
  for (let place = 0; place < count; place++) {
    const code = start > place ? (bytes[start - place - 1] as number) : NEWLINE;
    if ((((rows[row | code] as number) >> place) & MAY) === 0) {
      return place === 0 && inEscapes[code] === 1 ? HIDES : NO;
    }
  }
  return MAY;
}

/**
 * The bits of what may match at what ends at `end` in the accepting state of this index, by what stands right before it.
 * The end of an escape may look like a letter, also to a shorter keyword with which the deciding one ends.
 */
export function mayBegin(
  { before, lengths, all, deciding }: Neighbourhood,
  state: number,
  source: CodeSource,
  end: number,
): number {
  const start = end - (lengths[state] as number);
  const code = source.codeAt(start - 1);
  const row = before.rows[(before.starts[state] as number) | (code < 256 ? code : 255)] as number;
  const begins = before.places[state] === 0 || (row & MAY) !== 0;
  const bits = begins ? (deciding[state] as number) : 0;
  const most = all[state] as number;
  return bits !== most && mayEndEscape(source, start) ? most : bits;
}
