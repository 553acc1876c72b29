import { Ahead, characterEscape, optionStart, userinfoEnd } from './ahead.ts';
import { type CodeSource, type Hint, standsAs } from './hint.ts';
import { skipText, skipTextBack } from './line.ts';
import { ALL, FACTS_SHIFT, LENGTH, type Neighbourhood, type Waiting } from './neighbourhood.ts';
import { bytesMayGoOn, mayBegin, textMayGoOn, UNSURE } from './quick-look.ts';
import type { RuleSet } from './rule-set.ts';
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
  protected readonly neighbourhood: Neighbourhood;
  readonly #escape: number;
  #escapesTo = -ESCAPE_SHADOW;

  constructor(to: number, rules: RuleSet) {
    this.limit = to;
    this.neighbourhood = rules.neighbourhood;
    this.#escape = rules.escape;
  }

  abstract codeAt(at: number): number;
  abstract skip(stops: Uint8Array, from: number, to: number): number;
  abstract skipBack(among: Uint8Array, to: number, from: number): number;
  /** Which of `wanted` may match in the state of this index, by what stands from `end` on. */
  protected abstract goesOn(index: number, end: number, wanted: number): number;

  /**
   * Looks at what ends at `end` in the accepting state of this index, to which the automaton went from `before`; `may`
   * is what a quick look says. True: the scan is at an end, or is to go on at {@link at} in {@link state}; else it goes
   * on as it was.
   */
  judge(before: number, index: number, end: number, may: number): boolean {
    const { facts, nears, waiting } = this.neighbourhood;
    const near = nears[index];
    if (near !== undefined && may !== UNSURE) {
      const start = end - (facts[(index << FACTS_SHIFT) | LENGTH] as number);
      return near(this, start, end, this.limit) && this.#hit(end);
    }
    const left = may === UNSURE ? this.#mayMatch(index, end) : may;
    const each = waiting[index] as readonly Waiting[];
    for (let one = 0; one < each.length; one++) {
      const { bits, keyword, letters, hint } = each[one] as Waiting;
      if ((left & bits) === 0) {
        continue;
      }
      if (keyword === this.#escape) {
        this.#passEscape(before, end);
        return true;
      }
      if (this.#standsAs(hint, end - letters.length, end)) {
        return this.#hit(end);
      }
    }
    return false;
  }

  #hit(at: number): true {
    this.isHit = true;
    this.at = at;
    return true;
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

  #mayMatch(index: number, end: number): number {
    const wanted = this.#isShadowed(end) ? ALL : mayBegin(this.neighbourhood, index, this, end);
    return this.goesOn(index, end, wanted);
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

  protected goesOn(index: number, end: number, wanted: number): number {
    return textMayGoOn(this.neighbourhood, index, this.#text, end, this.limit, wanted);
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

  protected goesOn(index: number, end: number, wanted: number): number {
    return bytesMayGoOn(this.neighbourhood, index, this.#bytes, end, this.limit, wanted);
  }
}
