import { Ahead, optionStart, userinfoEnd } from './ahead.ts';
import { type CodeSource, mayMatch } from './hint.ts';
import { skipText } from './line.ts';
import { mayBegin, mayGoOn } from './neighbourhood.ts';
import type { Candidate, RuleSet } from './rule-set.ts';
import { terminalEscapeEnd } from './terminal-escape.ts';

/** How far behind an escape a keyword may have begun before it. */
const ESCAPE_SHADOW = 512;
const NEWLINE = 10;

/** Judges the keywords that the automaton reports, so that few lines without a secret are looked at. */
export abstract class Gate implements CodeSource {
  readonly userinfoAhead: Ahead = new Ahead(userinfoEnd);
  readonly optionAhead: Ahead = new Ahead(optionStart);
  /** A rule may match where the scan stopped. */
  isHit = false;
  /** The automaton's state to go on with. */
  state = 0;
  readonly #to: number;
  readonly #rules: RuleSet;
  #escapesTo = Number.NEGATIVE_INFINITY;

  constructor(to: number, rules: RuleSet) {
    this.#to = to;
    this.#rules = rules;
  }

  abstract codeAt(at: number): number;
  abstract skip(stops: Uint8Array, from: number, to: number): number;

  /** A first, quick look at what stands round the keyword that ends at `end` in `state`. */
  mayStand(state: number, end: number): boolean {
    const { neighbourhood, automaton } = this.#rules;
    const index = state - automaton.firstAccepting;
    return (
      (end - this.#escapesTo < ESCAPE_SHADOW || mayBegin(neighbourhood, index, this, end)) &&
      mayGoOn(neighbourhood, index, this, end, this.#to)
    );
  }

  /** Looks at what ends at `end`, where the automaton went from `before` to `state`. Gives where to go on. */
  judge(before: number, state: number, end: number): number {
    this.state = state;
    const { candidates, automaton, escape: escapeKeyword } = this.#rules;
    const waiting = candidates[state - automaton.firstAccepting] ?? [];
    for (let index = 0; index < waiting.length && !this.isHit; index++) {
      const { keyword, letters, hint } = waiting[index] as Candidate;
      if (keyword === escapeKeyword) {
        return this.#passEscape(before, end);
      }
      this.isHit = mayMatch(this, hint, end - letters.length, end, this.#to, this.#escapesTo);
    }
    return end;
  }

  /** Behind a control sequence the scan goes on as if it were not there; other escapes are for a closer look. */
  #passEscape(before: number, end: number): number {
    const resume = terminalEscapeEnd(this, end, this.#to);
    this.#escapesTo = resume;
    this.isHit = resume === end;
    this.state = before;
    return resume;
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
    return skipText(this.#text, stops, from, to);
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
    let at = from;
    while (at < to && stops[bytes[at] as number] !== 1) {
      at++;
    }
    return at;
  }
}
