import type { Ahead } from './ahead.ts';
import { ALNUM, isIn } from './characters.ts';
import { type CharacterSet, type Pattern, readPattern } from './pattern-tree.ts';
import { remembered } from './remembered.ts';
import type { Near } from './rule.ts';

/** How many places before and after a keyword are looked at. */
const REACH = 8;

/** Where a {@link Place} speaks of all codes beyond ASCII. */
const OTHERS = 128;

/** For one place and each code up to 127, and 128 for all others: 1 where it may stand there. */
export type Place = Uint8Array;

/**
 * What must stand round a keyword for its rule to match at all: one set of characters per place. It is derived from
 * the rule's own patterns, so that nothing the rule would match is ever passed over.
 */
export interface Hint {
  /** Nearest first. */
  readonly before: readonly Place[];
  /** One of these, nearest first: one for each branch that the pattern has at its top. */
  readonly after: readonly (readonly Place[])[];
  /** No letter or digit may stand directly before what `before` covers. */
  readonly boundary: boolean;
  /** The keyword as it must be written; absent: in any case of letters. */
  readonly letters: string | undefined;
  /** Asked last, and not close behind a terminal escape. */
  readonly near: Near | undefined;
}

/** Reads one unit of a text or byte of a buffer. */
export interface CodeSource {
  codeAt(at: number): number;
  /** The first place in `[from, to)` whose code has a 1 in `stops`; `to`, or the end of all before it: none has. */
  skip(stops: Uint8Array, from: number, to: number): number;
  /** The first place of the stretch that ends before `to`, at least `from`, of units that have a 1 in `among`. */
  skipBack(among: Uint8Array, to: number, from: number): number;
  /** Whether an `@` comes that may end a userinfo. */
  readonly userinfoAhead: Ahead;
  /** Whether an option comes. */
  readonly optionAhead: Ahead;
  /** Whether an escape of one character comes. */
  readonly escapeAhead: Ahead;
}

/** The hint that `head` and `tail` patterns give; a pattern that cannot be read gives none. */
export function hintOf(
  head: string,
  tail: string,
  boundary: boolean,
  { letters, near }: Partial<Pick<Hint, 'letters' | 'near'>> = {},
): Hint {
  return {
    before: placesBefore(head),
    after: placesAfter(tail),
    boundary: boundary && head === '',
    letters,
    near,
  };
}

/** Whether the keyword at `[start, end)` may be one that its rule wants, in a text without escapes in front of it. */
export function mayMatch(
  source: CodeSource,
  hint: Hint,
  start: number,
  end: number,
  limit: number,
): boolean {
  return followsAs(source, hint, end, limit) && standsAs(source, hint, start, end, limit);
}

/** The same without what comes next. */
export function standsAs(
  source: CodeSource,
  hint: Hint,
  start: number,
  end: number,
  limit: number,
): boolean {
  const { near } = hint;
  return (
    isWritten(source, hint, start) &&
    precedesAs(source, hint, start) &&
    (near === undefined || near(source, start, end, limit))
  );
}

function isWritten(source: CodeSource, { letters }: Hint, start: number): boolean {
  if (letters !== undefined) {
    for (let index = 0; index < letters.length; index++) {
      if (source.codeAt(start + index) !== letters.charCodeAt(index)) {
        return false;
      }
    }
  }
  return true;
}

/** Whether what comes next may do. Before a backslash or another escape everything is possible. */
function followsAs(source: CodeSource, { after }: Hint, end: number, limit: number): boolean {
  for (let branch = 0; branch < after.length; branch++) {
    if (goesOnAs(source, after[branch] ?? [], end, limit)) {
      return true;
    }
  }
  return false;
}

function goesOnAs(
  source: CodeSource,
  places: readonly Place[],
  end: number,
  limit: number,
): boolean {
  for (let index = 0; index < places.length; index++) {
    const at = end + index;
    const code = at < limit ? source.codeAt(at) : 10;
    if (code === 0x1b || code === 0x5c) {
      return true;
    }
    if (places[index]?.[Math.min(code, OTHERS)] !== 1) {
      return false;
    }
  }
  return true;
}

function precedesAs(source: CodeSource, hint: Hint, start: number): boolean {
  for (let index = 0; index < hint.before.length; index++) {
    const code = source.codeAt(start - 1 - index);
    if (hint.before[index]?.[Math.min(code, OTHERS)] !== 1) {
      return false;
    }
  }
  return !hint.boundary || isOpen(source, start);
}

/** Whether a token may begin at `start`; letters that end an escape of any notation do not count. */
function isOpen(source: CodeSource, start: number): boolean {
  return (
    !isIn(source.codeAt(start - 1), ALNUM) ||
    source.codeAt(start - 2) === 0x5c ||
    source.codeAt(start - 3) === 0x25 ||
    source.codeAt(start - 6) === 0x5c
  );
}

/** The pattern of this source; nothing when it cannot be read. */
function patternOf(source: string): Pattern {
  const read = readPattern(source);
  return read.kind === 'pattern' ? read.pattern : { kind: 'edge' };
}

/** Rules share many patterns, and every rule set is built from the same rules. */
const placesBefore = remembered((head: string) => edgePlaces(patternOf(head), true));
const placesAfter = remembered((tail: string) =>
  branchesOf(tail).map((branch) => edgePlaces(branch, false)),
);

function branchesOf(source: string): readonly Pattern[] {
  const pattern = patternOf(source);
  return pattern.kind === 'choice' ? pattern.options : [pattern];
}

function edgePlaces(pattern: Pattern, backwards: boolean): readonly Place[] {
  const places = Array.from({ length: REACH }, () => new Uint8Array(OTHERS + 1));
  const ends = spread(pattern, 1, backwards, places);
  // Only as far as the shortest match goes must anything stand.
  return ends === 0 ? places : places.slice(0, 31 - Math.clz32(ends & -ends));
}

/**
 * Adds to `places` what `pattern` may have there when it begins at one of `starts`, and gives where it may end. Places
 * are bits; those out of reach are none.
 */
function spread(
  pattern: Pattern,
  starts: number,
  backwards: boolean,
  places: readonly Place[],
): number {
  const go = (item: Pattern, from: number): number => spread(item, from, backwards, places);
  switch (pattern.kind) {
    case 'edge':
      return starts;
    case 'characters':
      return spreadSet(pattern.set, starts, places);
    case 'sequence':
      return backwards
        ? pattern.items.reduceRight((from, item) => go(item, from), starts)
        : pattern.items.reduce((from, item) => go(item, from), starts);
    case 'choice':
      return pattern.options.reduce((ends, option) => ends | go(option, starts), 0);
    case 'repeat':
      return spreadTurns(pattern, starts, go);
  }
}

function spreadSet(set: CharacterSet, starts: number, places: readonly Place[]): number {
  places.forEach((place, index) => {
    if (((starts >> index) & 1) === 1) {
      for (let code = 0; code <= OTHERS; code++) {
        if (set[code] === true) {
          place[code] = 1;
        }
      }
    }
  });
  return (starts << 1) & ((1 << REACH) - 1);
}

function spreadTurns(
  { item, min, max }: Extract<Pattern, { kind: 'repeat' }>,
  starts: number,
  go: (item: Pattern, from: number) => number,
): number {
  let ends = min === 0 ? starts : 0;
  let from = starts;
  // A turn may be empty: after as many as there are places, nothing new comes.
  for (let turn = 1; turn <= max && from !== 0 && turn <= min + REACH; turn++) {
    from = go(item, from);
    ends |= turn >= min ? from : 0;
  }
  return ends;
}
