import type { KeywordAutomaton } from './keyword-automaton.ts';

/** The end of the first keyword in `text[from, to)`; -1: none. */
export function firstHit(
  text: string,
  from: number,
  to: number,
  automaton: KeywordAutomaton,
): number {
  const { columnOf, next, shift, firstAccepting } = automaton;
  let state = 0;
  for (let at = from; at < to; at++) {
    state = next[(state << shift) | (columnOf[text.charCodeAt(at)] ?? 0)] ?? 0;
    if (state >= firstAccepting) {
      return at + 1;
    }
  }
  return -1;
}

/** {@link firstHit} over bytes, of which those beyond ASCII are no letters. */
export function firstByteHit(
  bytes: Uint8Array,
  from: number,
  to: number,
  automaton: KeywordAutomaton,
): number {
  const { columnOf, next, shift, firstAccepting } = automaton;
  let state = 0;
  for (let at = from; at < to; at++) {
    state = next[(state << shift) | (columnOf[bytes[at] ?? 0] ?? 0)] ?? 0;
    if (state >= firstAccepting) {
      return at + 1;
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
    state = next[(state << shift) | (columnOf[text.charCodeAt(at)] ?? 0)] ?? 0;
    if (state >= firstAccepting && !visit(outputs[state - firstAccepting] ?? [], at + 1)) {
      return;
    }
  }
}
