import { ALNUM, isIn } from './characters.ts';
import type { Hint, Place } from './hint.ts';
import { GROUPS, lengthOf, PLACES, Rows } from './neighbour-rows.ts';
import type { Near } from './rule.ts';
import type { Candidate } from './rule-set.ts';

const OTHERS = 128;
const NO_WORD: readonly Place[] = [
  Uint8Array.from({ length: OTHERS + 1 }, (_, code) => Number(!isIn(code, ALNUM))),
];

/** The bits of all that may wait in one state. */
export const ALL = 0x01_01_01_01;

/** What is known of an accepting state begins at its index, shifted to the left by this. */
export const FACTS_SHIFT = 3;
/** The length of the keyword that decides; 0: there are several. */
export const LENGTH = 0;
/** The bits of what waits for it, {@link ALL} where nothing else does: what else waits may only match where an escape stands before it. */
export const DECIDING = 1;
/** Where the row begins of what may come next, in how many places; each has its {@link Waiting.bits bits}. */
export const AFTER = 2;
export const AFTER_PLACES = 3;
/** The same of what may stand before the keyword that decides, nearest first, in the lowest bit. */
export const BEFORE = 4;
export const BEFORE_PLACES = 5;

/**
 * What may stand round what an automaton finds, for each of its accepting states. A scan asks here before it asks the
 * hints themselves: most keywords turn out to be parts of other words.
 */
export interface Neighbourhood {
  /** Eight numbers for each state, such as {@link LENGTH}. */
  readonly facts: Int32Array;
  /** For a byte that stands `n` places away, shifted to the right by `n`: the bits of those that let it. */
  readonly rows: Int32Array;
  /** What waits in each state, the longest keywords first. */
  readonly waiting: readonly (readonly Waiting[])[];
  /** What is left to ask where a quick look was sure, in states in which that is all there is. */
  readonly nears: readonly (Near | undefined)[];
}

/** What waits for a keyword, and the bits by which it is told from what else waits there: one for each branch. */
export interface Waiting extends Candidate {
  readonly bits: number;
}

/** @param candidates - What waits in each accepting state, the longest keywords first. */
export function neighbourhoodOf(candidates: readonly (readonly Candidate[])[]): Neighbourhood {
  const rows = new Rows();
  const facts = new Int32Array(candidates.length << FACTS_SHIFT);
  const waiting = candidates.map((each, state) => {
    const length = decidingLength(each);
    const groups = groupsOf(each, length);
    const all = each.map((one) => ({ ...one, bits: bitsOf(one, groups, decides(one, length)) }));
    facts.set(factsOf(all, length, groups, rows), state << FACTS_SHIFT);
    return all;
  });
  return { facts, rows: rows.all(), waiting, nears: waiting.map(onlyNear) };
}

function onlyNear([first, ...others]: readonly Waiting[]): Near | undefined {
  return others.length === 0 && first?.hint.letters === undefined ? first?.hint.near : undefined;
}

/** In the order of {@link LENGTH} and the others. */
function factsOf(
  waiting: readonly Waiting[],
  length: number,
  groups: readonly Follower[],
  rows: Rows,
): readonly number[] {
  const deciding = waiting.filter((one) => decides(one, length));
  const isAll = deciding.length === waiting.length;
  const after = Array.from({ length: Math.min(groups.length, GROUPS) }, (_, group) =>
    (group < GROUPS - 1 ? groups.slice(group, group + 1) : groups.slice(group)).map(
      ({ places }) => places,
    ),
  );
  const before = length === 0 ? [] : deciding.map(({ hint }) => precursors(hint));
  return [
    length,
    isAll ? ALL : deciding.reduce((all, { bits }) => all | bits, 0),
    rows.startOf(after),
    Math.max(0, ...after.map(lengthOf)),
    rows.startOf([before]),
    // Where others wait, only the nearest place tells that they do not match either.
    Math.min(isAll ? PLACES : 1, lengthOf(before)),
  ];
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
  const branches = waiting.reduce((sum, { hint }) => sum + hint.after.length, 0);
  const areTold = hidesOthers && branches <= GROUPS && !/[\\%]/.test(letters);
  return alone || areTold ? length : 0;
}

function decides({ letters }: Candidate, length: number): boolean {
  return length === 0 || letters.length === length;
}

/** What may follow something that waits, and whether that decides. */
interface Follower {
  readonly places: readonly Place[];
  readonly isDeciding: boolean;
}

/** Each follower that there is, once; those that have a bit first. */
function groupsOf(candidates: readonly Candidate[], length: number): readonly Follower[] {
  const groups: Follower[] = [];
  for (const each of candidates) {
    const isDeciding = decides(each, length);
    for (const places of each.hint.after) {
      if (!groups.some((group) => group.places === places && group.isDeciding === isDeciding)) {
        groups.push({ places, isDeciding });
      }
    }
  }
  return groups;
}

/** The bits of one that waits. What is one group too many shares the last bit. */
function bitsOf({ hint }: Candidate, groups: readonly Follower[], isDeciding: boolean): number {
  return groups.reduce((bits, group, index) => {
    const isOwn = group.isDeciding === isDeciding && hint.after.includes(group.places);
    return isOwn ? bits | (1 << (Math.min(index, GROUPS - 1) * PLACES)) : bits;
  }, 0);
}

function precursors({ before, boundary }: Hint): readonly Place[] {
  return before.length === 0 && boundary ? NO_WORD : before;
}
