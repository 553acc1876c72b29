import { byteBlobEnd, textBlobEnd } from './blob.ts';
import { Gate } from './gate.ts';
import type { KeywordAutomaton } from './keyword-automaton.ts';
import type { RuleSet } from './rule-set.ts';

/** How often the scan looks whether it has come into a blob. */
const STRIDE = 2048;

/**
 * The end of the first place in `text[from, to)` at which a rule may match, so that its line is worth a look; -1: none.
 * Terminal escapes are read as if they were not there, and the inside of long base64 is passed over.
 */
export function firstHit(text: string, from: number, to: number, rules: RuleSet): number {
  const gate = new Gate((index) => text.charCodeAt(index), to, rules);
  let at = from;
  while (at < to && !gate.isHit) {
    const start = textBlobEnd(text, at, to);
    at = scanText(text, start, Math.min(to, start + STRIDE), rules.automaton, gate);
  }
  return gate.isHit ? at : -1;
}

/** {@link firstHit} over bytes, of which those beyond ASCII are no letters. */
export function firstByteHit(bytes: Uint8Array, from: number, to: number, rules: RuleSet): number {
  const gate = new Gate((index) => bytes[index] ?? 10, to, rules);
  let at = from;
  while (at < to && !gate.isHit) {
    const start = byteBlobEnd(bytes, at, to);
    at = scanBytes(bytes, start, Math.min(to, start + STRIDE), rules.automaton, gate);
  }
  return gate.isHit ? at : -1;
}

/**
 * Runs the automaton over `text[from, to)` until the gate has a hit, and gives where it stopped. Kept bare, since
 * every unit passes through here; the casts only say what the automaton's build guarantees.
 */
function scanText(
  text: string,
  from: number,
  to: number,
  automaton: KeywordAutomaton,
  gate: Gate,
): number {
  const { columnOf, next, shift, firstAccepting } = automaton;
  let at = from;
  let state = gate.state;
  while (at < to) {
    const code = text.charCodeAt(at++);
    const before = state;
    state = next[(state << shift) | (code < 256 ? (columnOf[code] as number) : 0)] as number;
    if (state >= firstAccepting) {
      at = gate.judge(before, state, at);
      state = gate.state;
      if (gate.isHit) {
        return at;
      }
    }
  }
  gate.state = state;
  return at;
}

/** {@link scanText} over bytes. */
function scanBytes(
  bytes: Uint8Array,
  from: number,
  to: number,
  automaton: KeywordAutomaton,
  gate: Gate,
): number {
  const { columnOf, next, shift, firstAccepting } = automaton;
  let at = from;
  let state = gate.state;
  while (at < to) {
    const before = state;
    state = next[(state << shift) | (columnOf[bytes[at++] as number] as number)] as number;
    if (state >= firstAccepting) {
      at = gate.judge(before, state, at);
      state = gate.state;
      if (gate.isHit) {
        return at;
      }
    }
  }
  gate.state = state;
  return at;
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
