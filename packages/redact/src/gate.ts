import { type CodeSource, mayMatch } from './hint.ts';
import type { RuleSet } from './rule-set.ts';
import { terminalEscapeEnd } from './terminal-escape.ts';

/** A rule may match here. */
export const HIT = -1;
const GO_ON = 0;

/** Judges the keywords that the automaton reports, so that few lines without a secret are looked at. */
export class Gate {
  readonly #source: CodeSource;
  readonly #to: number;
  readonly #rules: RuleSet;
  #escapesTo = Number.NEGATIVE_INFINITY;

  constructor(source: CodeSource, to: number, rules: RuleSet) {
    this.#source = source;
    this.#to = to;
    this.#rules = rules;
  }

  /** {@link HIT}, 0 to go on, or, behind a terminal escape, where to go on as if it were not there. */
  judge(output: number, end: number): number {
    for (const keyword of this.#rules.automaton.outputs[output] ?? []) {
      if (keyword === this.#rules.escape) {
        return this.#escape(end);
      }
      if (this.#mayMatch(keyword, end)) {
        return HIT;
      }
    }
    return GO_ON;
  }

  #mayMatch(keyword: number, end: number): boolean {
    const start = end - (this.#rules.keywords[keyword] ?? '').length;
    for (const { hint } of this.#rules.actions[keyword] ?? []) {
      if (mayMatch(this.#source, hint, start, end, this.#to, this.#escapesTo)) {
        return true;
      }
    }
    return false;
  }

  #escape(end: number): number {
    const resume = terminalEscapeEnd(this.#source, end, this.#to);
    this.#escapesTo = resume;
    return resume > end ? resume : HIT;
  }
}
