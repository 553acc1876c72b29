import { type Bytes, latin1Of, utf8Of } from './bytes.ts';
import { learnFrom, maskEach } from './learned-values.ts';
import { LineBuffer } from './line-buffer.ts';
import { initialState, isWatching, type LineState } from './line-state.ts';
import {
  AHEAD,
  BEHIND,
  isCut,
  type LineSource,
  matchAnyLine,
  matchPiece,
  PIECE,
} from './long-line.ts';
import type { Mask } from './mask.ts';
import type { RuleSet } from './rule-set.ts';
import { firstByteHit } from './scan.ts';
import { mergeSpans, type Span } from './span.ts';
import { spliceBytes } from './splice-bytes.ts';

const NEWLINE = 10;
/** How much of a piece's front is scanned again, when what it shares with the piece before is not. */
const FRONT = 2048;
/** After these the front of a quiet line may be shown: a blank, `:` and `>`. */
const PROMPT_ENDS: ReadonlySet<number> = new Set([9, 32, 58, 62]);

/**
 * Masks a stream that arrives in pieces. Whatever the pieces, what comes out joined is what the whole would have
 * given. Memory stays below 200 KiB beside the piece at hand, however long a line is.
 */
export interface Redactor {
  /** Takes the next piece and gives what is decided by now: whole lines, and the front of a very long one. */
  write(chunk: Uint8Array | string): Bytes;
  /** For a terminal that has gone quiet: what of the unfinished line can be shown, such as a prompt. Words that may still grow are held. */
  idle(): Bytes;
  /** Gives the rest. The redactor is then as new, but for what it has learned and counted. */
  end(): Bytes;
  /** How many masks each rule has put in so far, by rule id. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A {@link Redactor} of `rules` that puts in what `mask` says. */
export class LineRedactor implements Redactor {
  readonly counts: Map<string, number> = new Map<string, number>();
  readonly #rules: RuleSet;
  readonly #mask: Mask;
  readonly #buffer: LineBuffer = new LineBuffer();
  readonly #learned: Set<string> = new Set<string>();
  #state: LineState = initialState();
  /** How much of the buffer has been given out and stays only to be read. */
  #given = 0;
  /** From where on the first line in the buffer is undecided: above 0 in the middle of a long line. */
  #decided = 0;
  /** Up to where a mask that has been given out reaches. */
  #maskedTo = 0;
  /** Up to where a long line has been scanned and nothing was found. */
  #clearTo = 0;
  /** The first half of a pair, at the end of the last string. */
  #half = '';

  constructor(rules: RuleSet, mask: Mask) {
    this.#rules = rules;
    this.#mask = mask;
  }

  write(chunk: Uint8Array | string): Bytes {
    const bytes = typeof chunk === 'string' ? this.#encode(chunk) : chunk;
    const newline = bytes.lastIndexOf(NEWLINE);
    const lineStart = newline < 0 ? 0 : this.#buffer.length + newline + 1;
    this.#buffer.append(bytes);
    const spans = this.#matchLines(lineStart);
    return this.#giveAll(lineStart, spans);
  }

  idle(): Bytes {
    const line = this.#source(0, this.#buffer.length);
    if (this.#decided > 0 || isWatching(this.#state)) {
      return this.#give(this.#given, []);
    }
    const spans = matchAnyLine(line, 0, this.#rules, { ...this.#state });
    const limit = spans.find((span) => span.end > this.#given)?.start ?? line.length;
    let end = limit;
    while (end > this.#given && !PROMPT_ENDS.has(this.#buffer.bytes[end - 1] ?? 0)) {
      end--;
    }
    const shown = this.#give(Math.max(end, this.#given), []);
    this.#given += shown.length;
    return shown;
  }

  end(): Bytes {
    this.#buffer.append(utf8Of(this.#half));
    this.#half = '';
    const { length } = this.#buffer;
    const out = this.#give(length, this.#matchLines(length));
    this.#startLine(length);
    this.#state = initialState();
    return out;
  }

  #encode(text: string): Uint8Array {
    const whole = this.#half + text;
    const last = whole.charCodeAt(whole.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#half = isHalf ? whole.slice(-1) : '';
    return utf8Of(isHalf ? whole.slice(0, -1) : whole);
  }

  /** The spans of the complete lines that end before `end`. */
  #matchLines(end: number): Span[] {
    const { bytes } = this.#buffer;
    const spans: Span[] = [];
    let at = 0;
    while (at < end) {
      const begun = at === 0 && this.#given > 0;
      const hit =
        begun || isWatching(this.#state) ? at + 1 : firstByteHit(bytes, at, end, this.#rules);
      if (hit < 0) {
        break;
      }
      const start = Math.max(at, bytes.lastIndexOf(NEWLINE, hit - 1) + 1);
      const newline = bytes.indexOf(NEWLINE, start);
      const stop = newline < 0 || newline > end ? end : newline;
      const from = start === 0 ? this.#decided : 0;
      this.#collect(
        spans,
        matchAnyLine(this.#source(start, stop), from, this.#rules, this.#state),
        start,
      );
      at = stop + 1;
    }
    return spans;
  }

  /** Gives the lines before `lineStart`, and of the line that begins there as much as is decided. */
  #giveAll(lineStart: number, spans: Span[]): Bytes {
    const { length } = this.#buffer;
    const line = this.#source(lineStart, length);
    let decided = lineStart > 0 ? 0 : this.#decided;
    while (isCut(line.length - decided)) {
      if (this.#needsLook(lineStart + decided)) {
        this.#collect(
          spans,
          matchPiece(line, decided, decided + PIECE, this.#rules, this.#state),
          lineStart,
        );
      }
      decided += PIECE;
    }
    const cut = decided > (lineStart > 0 ? 0 : this.#decided);
    const out = this.#give(cut ? lineStart + decided : Math.max(lineStart, this.#given), spans);
    if (cut) {
      this.#startPiece(lineStart + decided, spans);
    } else if (lineStart > 0) {
      this.#startLine(lineStart);
    }
    return out;
  }

  #needsLook(from: number): boolean {
    const { bytes, length } = this.#buffer;
    if (isWatching(this.#state)) {
      return true;
    }
    const behind = Math.max(0, from - BEHIND);
    const to = Math.min(length, from + PIECE + AHEAD);
    // A piece is read without what stands before it: its front may show what the piece before did not.
    const front = Math.min(to, behind + FRONT);
    const rest = Math.max(behind, this.#clearTo - BEHIND);
    const needsLook =
      (front < rest && firstByteHit(bytes, behind, front, this.#rules) >= 0) ||
      firstByteHit(bytes, front < rest ? rest : behind, to, this.#rules) >= 0;
    this.#clearTo = needsLook ? 0 : to;
    return needsLook;
  }

  /** The bytes from what has been given to `to`, masked. */
  #give(to: number, found: readonly Span[]): Bytes {
    const carried =
      this.#maskedTo > this.#given
        ? [{ ruleId: '', start: this.#given - 1, end: this.#maskedTo }]
        : [];
    const spans = mergeSpans([...carried, ...this.#withLearned(found, to)]).filter(
      (span) => span.end > this.#given && span.start < to,
    );
    for (const span of spans) {
      if (span.start >= this.#given) {
        this.counts.set(span.ruleId, (this.counts.get(span.ruleId) ?? 0) + 1);
      }
    }
    return spliceBytes(this.#buffer.bytes, this.#given, to, spans, this.#mask);
  }

  #withLearned(found: readonly Span[], to: number): readonly Span[] {
    const clipped = found.map((span) => ({ ...span, start: Math.max(span.start, this.#given) }));
    if (!this.#rules.learn) {
      return clipped;
    }
    const text = latin1Of(this.#buffer.bytes, 0, to);
    learnFrom(text, clipped, this.#learned);
    return [...clipped, ...maskEach(text, this.#learned, 'learned-value')];
  }

  #startLine(consumed: number): void {
    this.#buffer.dropFront(consumed);
    this.#given = 0;
    this.#decided = 0;
    this.#maskedTo = 0;
    this.#clearTo = 0;
  }

  #startPiece(decided: number, spans: readonly Span[]): void {
    const masked = spans.reduce((most, span) => Math.max(most, span.end), this.#maskedTo);
    this.#buffer.dropFront(decided - BEHIND);
    this.#clearTo = Math.max(0, this.#clearTo - (decided - BEHIND));
    this.#given = BEHIND;
    this.#decided = BEHIND;
    this.#maskedTo = Math.max(0, masked - (decided - BEHIND));
  }

  #source(start: number, end: number): LineSource {
    const { bytes } = this.#buffer;
    return { length: end - start, slice: (from, to) => latin1Of(bytes, start + from, start + to) };
  }

  #collect(spans: Span[], found: readonly Span[], offset: number): void {
    for (const span of found) {
      spans.push({ ruleId: span.ruleId, start: offset + span.start, end: offset + span.end });
    }
  }
}
