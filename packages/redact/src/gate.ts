import { Ahead } from './ahead.ts';
import { type CodeSource, mayMatch } from './hint.ts';
import type { RuleSet } from './rule-set.ts';
import { terminalEscapeEnd } from './terminal-escape.ts';

/** Judges the keywords that the automaton reports, so that few lines without a secret are looked at. */
export class Gate implements CodeSource {
  readonly codeAt: (at: number) => number;
  readonly ahead: Ahead = new Ahead();
  /** A rule may match where the scan stopped. */
  isHit = false;
  /** The automaton's state to go on with. */
  state = 0;
  readonly #to: number;
  readonly #rules: RuleSet;
  #escapesTo = Number.NEGATIVE_INFINITY;

  constructor(codeAt: (at: number) => number, to: number, rules: RuleSet) {
    this.codeAt = codeAt;
    this.#to = to;
    this.#rules = rules;
  }

  /** Looks at what ends at `end`, where the automaton went from `before` to `state`. Gives where to go on. */
  judge(before: number, state: number, end: number): number {
    this.state = state;
    const { outputs, firstAccepting } = this.#rules.automaton;
    for (const keyword of outputs[state - firstAccepting] ?? []) {
      if (keyword === this.#rules.escape) {
        return this.#passEscape(before, end);
      }
      if (this.#mayMatch(keyword, end)) {
        this.isHit = true;
        return end;
      }
    }
    return end;
  }

  #mayMatch(keyword: number, end: number): boolean {
    const start = end - (this.#rules.keywords[keyword] ?? '').length;
    for (const { hint } of this.#rules.actions[keyword] ?? []) {
      if (mayMatch(this, hint, start, end, this.#to, this.#escapesTo)) {
        return true;
      }
    }
    return false;
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
