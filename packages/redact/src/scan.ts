import { Ahead } from './ahead.ts';
import { byteBlobEnd, textBlobEnd } from './blob.ts';
import { Gate, HIT } from './gate.ts';
import type { KeywordAutomaton } from './keyword-automaton.ts';
import type { RuleSet } from './rule-set.ts';

/** How often the scan looks whether it has come into a blob. */
const STRIDE = 2048;

/**
 * The end of the first place in `text[from, to)` at which a rule may match, so that its line is worth a look; -1: none.
 * Terminal escapes are read as if they were not there, and the inside of long base64 is passed over.
 */
export function firstHit(text: string, from: number, to: number, rules: RuleSet): number {
  const { columnOf, next, shift, firstAccepting } = rules.automaton;
  const source = { codeAt: (index: number) => text.charCodeAt(index), ahead: new Ahead() };
  const gate = new Gate(source, to, rules);
  let state = 0;
  let at = from;
  while (at < to) {
    at = textBlobEnd(text, at, to);
    for (const stop = Math.min(to, at + STRIDE); at < stop; at++) {
      const code = text.charCodeAt(at);
      const before = state;
      // The casts below only say what the automaton's build guarantees: both tables hold every index used here.
      state = next[(state << shift) | (code < 256 ? (columnOf[code] as number) : 0)] as number;
      if (state >= firstAccepting) {
        const resume = gate.judge(state - firstAccepting, at + 1);
        if (resume === HIT) {
          return at + 1;
        }
        if (resume > 0) {
          at = resume - 1;
          state = before;
        }
      }
    }
  }
  return -1;
}

/** {@link firstHit} over bytes, of which those beyond ASCII are no letters. */
export function firstByteHit(bytes: Uint8Array, from: number, to: number, rules: RuleSet): number {
  const { columnOf, next, shift, firstAccepting } = rules.automaton;
  const source = { codeAt: (index: number) => bytes[index] ?? 10, ahead: new Ahead() };
  const gate = new Gate(source, to, rules);
  let state = 0;
  let at = from;
  while (at < to) {
    at = byteBlobEnd(bytes, at, to);
    for (const stop = Math.min(to, at + STRIDE); at < stop; at++) {
      const before = state;
      state = next[(state << shift) | (columnOf[bytes[at] as number] as number)] as number;
      if (state >= firstAccepting) {
        const resume = gate.judge(state - firstAccepting, at + 1);
        if (resume === HIT) {
          return at + 1;
        }
        if (resume > 0) {
          at = resume - 1;
          state = before;
        }
      }
    }
  }
  return -1;
}

/** Calls `visit` at the end of every keyword in `text[from, to)`, with the keywords' numbers, until it returns false. */
export function eachHit(
  text: string,
  from: number,
  to: number,
  automaton: KeywordAutomaton,
  visit: (keywords: readonly number[], end: number) => boolean,
): void {
  const { columnOf, next, shift, firstAccepting, outputs } = automaton;
  let state = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    state = next[(state << shift) | (code < 256 ? (columnOf[code] as number) : 0)] as number;
    if (state >= firstAccepting && !visit(outputs[state - firstAccepting] ?? [], at + 1)) {
      return;
    }
  }
}
