import type { LineState } from './line-state.ts';
import { matchLine } from './match-line.ts';
import type { RuleSet } from './rule-set.ts';
import type { Span } from './span.ts';

/** How much of a long line is decided on at once. */
export const PIECE = 65_536;
/** How much before a piece rules may still read. */
export const BEHIND = 4096;
/** How much after a piece must be there before it is decided on: longer than any secret but a private key. */
export const AHEAD = 8192;

/** A line as text or as bytes: its length, and any part of it with one unit for each of its own. */
export interface LineSource {
  readonly length: number;
  readonly slice: (from: number, to: number) => string;
}

/**
 * Whether a line with `left` units undecided is cut. The cuts depend on the line alone, never on how it arrived, so
 * that a stream and a whole text give the same.
 */
export function isCut(left: number): boolean {
  return left > PIECE + AHEAD;
}

/** The spans of a line of any length from `from` on, in order; those of neighbouring pieces may overlap. */
export function matchAnyLine(
  line: LineSource,
  from: number,
  rules: RuleSet,
  state: LineState,
): Span[] {
  const spans: Span[] = [];
  let at = from;
  while (isCut(line.length - at)) {
    spans.push(...matchPiece(line, at, at + PIECE, rules, state));
    at += PIECE;
  }
  spans.push(...matchPiece(line, at, line.length, rules, state));
  return spans;
}

/** The spans that begin in `[from, to)` of a line, or reach into it from before. */
export function matchPiece(
  line: LineSource,
  from: number,
  to: number,
  rules: RuleSet,
  state: LineState,
): Span[] {
  const behind = Math.max(0, from - BEHIND);
  const ahead = Math.min(line.length, to + AHEAD);
  const found = matchLine(line.slice(behind, ahead), rules, state);
  return found
    .map(({ ruleId, start, end }) => ({ ruleId, start: behind + start, end: behind + end }))
    .filter((span) => span.end > from && span.start < to)
    .map((span) => ({ ...span, start: Math.max(from, span.start) }));
}
