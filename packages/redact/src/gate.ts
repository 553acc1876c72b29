import { Ahead, characterEscape, optionStart, userinfoEnd } from './ahead.ts';
import { type CodeSource, type Hint, standsAs } from './hint.ts';
import { skipText, skipTextBack } from './line.ts';
import {
  bytesMayGoOn,
  type Following,
  HIDES,
  mayBegin,
  mayBeOther,
  textMayGoOn,
} from './neighbourhood.ts';
import type { Candidate, RuleSet } from './rule-set.ts';
import { terminalEscapeEnd } from './terminal-escape.ts';

/** How far behind an escape a keyword may have begun before it. */
const ESCAPE_SHADOW = 512;
/** So close behind one, text before it may belong to a keyword that begins here: everything is possible. */
const NEAR_SHADOW = 160;
const NEWLINE = 10;

/** Judges the keywords that the automaton reports, so that few lines without a secret are looked at. */
export abstract class Gate implements CodeSource {
  readonly userinfoAhead: Ahead = new Ahead(userinfoEnd);
  readonly optionAhead: Ahead = new Ahead(optionStart);
  readonly escapeAhead: Ahead = new Ahead(characterEscape);
  /** A rule may match where the scan stopped. */
  isHit = false;
  /** The automaton's state to go on with. */
  state = 0;
  /** Where to go on, or where the hit is. */
  at = 0;
  /** Where ends what is scanned. */
  readonly limit: number;
  readonly #rules: RuleSet;
  #escapesTo = -ESCAPE_SHADOW;

  constructor(to: number, rules: RuleSet) {
    this.limit = to;
    this.#rules = rules;
  }

  abstract codeAt(at: number): number;
  abstract skip(stops: Uint8Array, from: number, to: number): number;
  abstract skipBack(among: Uint8Array, to: number, from: number): number;
  /** Whether what stands from `end` on is what `following` wants behind the keywords of the state of this index. */
  abstract goesOn(
    sets: Uint8Array,
    following: Following,
    index: number,
    end: number,
    to: number,
  ): boolean;

  /**
   * Looks at what ends at `end`, where the automaton went from `before` to `state`; `may` is what its neighbours say.
   * True: the scan is at an end, or is to go on at {@link at} in {@link state}; else it goes on as it was.
   */
  judge(before: number, state: number, end: number, may: number): boolean {
    const index = state - this.#rules.automaton.firstAccepting;
    if (may === HIDES && !this.#mayStand(index, end)) {
      return false;
    }
    const { candidates, neighbourhood, escape: escapeKeyword } = this.#rules;
    const { sets, afterEach, firstOf, deciding } = neighbourhood;
    // What decides is what comes first among all that waits.
    const waiting = (this.#mayBeOther(index, end) ? candidates : deciding)[index] ?? [];
    const first = firstOf[index] as number;
    for (let each = 0; each < waiting.length; each++) {
      const { keyword, letters, hint } = waiting[each] as Candidate;
      if (keyword === escapeKeyword) {
        this.#passEscape(before, end);
        return true;
      }
      // What comes next has been seen to do for one of them: for the only one, it does.
      if (
        (waiting.length === 1 || this.goesOn(sets, afterEach, first + each, end, this.limit)) &&
        this.#standsAs(hint, end - letters.length, end)
      ) {
        this.isHit = true;
        this.at = end;
        return true;
      }
    }
    return false;
  }

  #standsAs(hint: Hint, start: number, end: number): boolean {
    return start - this.#escapesTo < NEAR_SHADOW || standsAs(this, hint, start, end, this.limit);
  }

  /** Before this what stands before a keyword may be an escape, or begin before one. */
  get shadowEnd(): number {
    return this.#escapesTo + ESCAPE_SHADOW;
  }

  #isShadowed(end: number): boolean {
    return end < this.shadowEnd;
  }

  #mayStand(index: number, end: number): boolean {
    const { neighbourhood } = this.#rules;
    const { sets, after, afterAny } = neighbourhood;
    return (
      (this.#isShadowed(end) || mayBegin(neighbourhood, index, this, end)) &&
      (this.goesOn(sets, after, index, end, this.limit) ||
        (this.#mayBeOther(index, end) && this.goesOn(sets, afterAny, index, end, this.limit)))
    );
  }

  #mayBeOther(index: number, end: number): boolean {
    const { neighbourhood } = this.#rules;
    return (
      neighbourhood.others[index] === 1 &&
      (this.#isShadowed(end) || mayBeOther(neighbourhood, index, this, end))
    );
  }

  /** Behind a control sequence the scan goes on as if it were not there; other escapes are for a closer look. */
  #passEscape(before: number, end: number): void {
    const resume = terminalEscapeEnd(this, end, this.limit);
    this.#escapesTo = resume;
    this.isHit = resume === end;
    this.state = before;
    this.at = resume;
  }
}

/** A {@link Gate} of a text. */
export class TextGate extends Gate {
  readonly #text: string;

  constructor(text: string, to: number, rules: RuleSet) {
    super(to, rules);
    this.#text = text;
  }

  codeAt(at: number): number {
    return at >= 0 && at < this.#text.length ? this.#text.charCodeAt(at) : NEWLINE;
  }

  skip(stops: Uint8Array, from: number, to: number): number {
    return skipText(this.#text, stops, from, Math.min(to, this.#text.length));
  }

  skipBack(among: Uint8Array, to: number, from: number): number {
    return skipTextBack(this.#text, among, to, Math.max(from, 0));
  }

  goesOn(sets: Uint8Array, following: Following, index: number, end: number, to: number): boolean {
    return textMayGoOn(sets, following, index, this.#text, end, to);
  }
}

/** A {@link Gate} of bytes. */
export class ByteGate extends Gate {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, to: number, rules: RuleSet) {
    super(to, rules);
    this.#bytes = bytes;
  }

  codeAt(at: number): number {
    return at >= 0 && at < this.#bytes.length ? (this.#bytes[at] as number) : NEWLINE;
  }

  skip(stops: Uint8Array, from: number, to: number): number {
    const bytes = this.#bytes;
    const end = Math.min(to, bytes.length);
    let at = from;
    while (at < end && stops[bytes[at] as number] !== 1) {
      at++;
    }
    return at;
  }

  skipBack(among: Uint8Array, to: number, from: number): number {
    const bytes = this.#bytes;
    let at = to;
    while (at > from && at > 0 && among[bytes[at - 1] as number] === 1) {
      at--;
    }
    return at;
  }

  goesOn(sets: Uint8Array, following: Following, index: number, end: number, to: number): boolean {
    return bytesMayGoOn(sets, following, index, this.#bytes, end, to);
  }
}
