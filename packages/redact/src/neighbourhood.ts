import { ALNUM, isIn } from './characters.ts';
import type { CodeSource, Place } from './hint.ts';
import type { Candidate } from './rule-set.ts';

/** One bit for each byte: 32 bytes for each state. */
const SHIFT = 5;
const BYTES = 32;
/** How many bytes behind a keyword are looked at. */
const PLACES = 4;
const OTHERS = 128;
const NEWLINE = 10;
const ESCAPE = 27;
const BACKSLASH = 92;
const PERCENT = 37;

/** No letter or digit. */
const NO_WORD: Place = Uint8Array.from({ length: OTHERS + 1 }, (_, code) =>
  Number(!isIn(code, ALNUM)),
);

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
  const size = candidates.length << SHIFT;
  const after = Array.from({ length: PLACES }, () => new Uint8Array(size));
  const before = new Uint8Array(size);
  const lengths = new Uint8Array(candidates.length);
  const places = new Uint8Array(candidates.length);
  candidates.forEach((waiting, state) => {
    lengths[state] = commonLength(waiting);
    places[state] = Math.min(PLACES, ...waiting.map(({ hint }) => hint.after.length));
    for (const { hint } of waiting) {
      after.slice(0, places[state]).forEach((table, place) => {
        setBits(table, state, hint.after[place]);
      });
      setBits(before, state, hint.before[0] ?? (hint.boundary ? NO_WORD : undefined));
    }
  });
  return { after, places, before, lengths };
}

function commonLength(waiting: readonly Candidate[]): number {
  const { length } = waiting[0] ?? { length: 0 };
  return length < 256 && waiting.every((each) => each.length === length) ? length : 0;
}

/** Adds what may stand at a place; undefined: anything. */
function setBits(table: Uint8Array, state: number, place: Place | undefined): void {
  const from = state << SHIFT;
  if (place === undefined) {
    table.fill(0xff, from, from + BYTES);
    return;
  }
  for (let code = 0; code < OTHERS; code++) {
    const at = from | (code >> 3);
    table[at] = (table[at] as number) | ((place[code] as number) << (code & 7));
  }
  if (place[OTHERS] === 1) {
    table.fill(0xff, from + BYTES / 2, from + BYTES);
  }
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
