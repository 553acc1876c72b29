import { byteBlobEnd, textBlobEnd } from './blob.ts';
import { ByteGate, type Gate, TextGate } from './gate.ts';
import type { Line } from './line.ts';
import { bytesMayMatch, mayBegin, NO, textMayGoOn, textMayMatch, UNSURE } from './quick-look.ts';
import type { RuleSet } from './rule-set.ts';

/** How often the scan looks whether it has come into a blob. */
const STRIDE = 2048;

/**
 * The end of the first place in `text[from, to)` at which a rule may match, so that its line is worth a look; -1: none.
 * Terminal escapes are read as if they were not there, and the inside of long base64 is passed over.
 */
export function firstHit(text: string, from: number, to: number, rules: RuleSet): number {
  const gate = new TextGate(text, to, rules);
  let at = from;
  while (at < to && !gate.isHit) {
    const start = textBlobEnd(text, at, from, to);
    at = scanText(text, start, Math.min(to, start + STRIDE), rules, gate);
  }
  return gate.isHit ? at : -1;
}

/** {@link firstHit} over bytes, of which those beyond ASCII are no letters. */
export function firstByteHit(bytes: Uint8Array, from: number, to: number, rules: RuleSet): number {
  const gate = new ByteGate(bytes, to, rules);
  let at = from;
  while (at < to && !gate.isHit) {
    const start = byteBlobEnd(bytes, at, from, to);
    at = scanBytes(bytes, start, Math.min(to, start + STRIDE), rules, gate);
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
  { automaton, neighbourhood }: RuleSet,
  gate: Gate,
): number {
  const { columnOf, next, shift, firstAccepting } = automaton;
  const { limit } = gate;
  let at = from;
  let { state, shadowEnd } = gate;
  while (at < to) {
    const code = text.charCodeAt(at++);
    const before = state;
    state = next[(state << shift) | columnFor(columnOf, code)] as number;
    if (state >= firstAccepting) {
      const index = state - firstAccepting;
      const may = at < shadowEnd ? UNSURE : textMayMatch(neighbourhood, index, text, at, limit);
      if (may !== NO && gate.judge(before, index, at, may)) {
        ({ at, state, shadowEnd } = gate);
        if (gate.isHit) {
          return at;
        }
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
  { automaton, neighbourhood }: RuleSet,
  gate: Gate,
): number {
  const { columnOf, next, shift, firstAccepting } = automaton;
  const { limit } = gate;
  let at = from;
  let { state, shadowEnd } = gate;
  while (at < to) {
    const before = state;
    state = next[(state << shift) | (columnOf[bytes[at++] as number] as number)] as number;
    if (state >= firstAccepting) {
      const index = state - firstAccepting;
      const may = at < shadowEnd ? UNSURE : bytesMayMatch(neighbourhood, index, bytes, at, limit);
      if (may !== NO && gate.judge(before, index, at, may)) {
        ({ at, state, shadowEnd } = gate);
        if (gate.isHit) {
          return at;
        }
      }
    }
  }
  gate.state = state;
  return at;
}

/**
 * Calls `visit` where keywords end in `line` at which a rule may match by what stands next to them, with the keywords'
 * numbers, until it returns false.
 */
export function eachHit(
  line: Line,
  { automaton, neighbourhood }: RuleSet,
  visit: (keywords: readonly number[], end: number) => boolean,
): void {
  const { columnOf, next, shift, firstAccepting, outputs } = automaton;
  const { text, end } = line;
  let state = 0;
  let at = line.start;
  while (at < end) {
    at = textBlobEnd(text, at, line.start, end);
    for (const stop = Math.min(end, at + STRIDE); at < stop; ) {
      const code = text.charCodeAt(at++);
      state = next[(state << shift) | columnFor(columnOf, code)] as number;
      const index = state - firstAccepting;
      if (
        index >= 0 &&
        textMayGoOn(
          neighbourhood,
          index,
          text,
          at,
          end,
          mayBegin(neighbourhood, index, line, at),
        ) !== 0 &&
        !visit(outputs[index] ?? [], at)
      ) {
        return;
      }
    }
  }
}

function columnFor(columnOf: Uint8Array, code: number): number {
  return code < 256 ? (columnOf[code] as number) : 0;
}
