import { Ahead, characterEscape, optionStart, userinfoEnd } from './ahead.ts';
import { BASE64, endOf, RUN, startOf, WIDE } from './characters.ts';
import type { CodeSource } from './hint.ts';
import type { Span } from './span.ts';

/**
 * One logical line of a text while rules look at it: `[start, end)` of `text`, without its line end. Rules read
 * `text` and add to `spans`.
 */
export class Line implements CodeSource {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly spans: Span[] = [];
  #userinfoAhead: Ahead | undefined;
  #optionAhead: Ahead | undefined;
  #escapeAhead: Ahead | undefined;
  #runEnd: number;
  #word: readonly [number, number] = [0, 0];
  #base64: readonly [number, number] = [0, 0];
  #wide: readonly [number, number] = [0, -1];

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.#runEnd = start;
  }

  get userinfoAhead(): Ahead {
    this.#userinfoAhead ??= new Ahead(userinfoEnd);
    return this.#userinfoAhead;
  }

  get optionAhead(): Ahead {
    this.#optionAhead ??= new Ahead(optionStart);
    return this.#optionAhead;
  }

  get escapeAhead(): Ahead {
    this.#escapeAhead ??= new Ahead(characterEscape);
    return this.#escapeAhead;
  }

  /** The unit at `at`; a line end outside of the line. */
  codeAt(at: number): number {
    return at < this.start || at >= this.end ? 10 : this.text.charCodeAt(at);
  }

  skip(stops: Uint8Array, from: number, to: number): number {
    return skipText(this.text, stops, from, Math.min(to, this.end));
  }

  skipBack(among: Uint8Array, to: number, from: number): number {
    return skipTextBack(this.text, among, to, Math.max(from, this.start));
  }

  /** Wants `[start, end)` masked, cut to this line. */
  mask(ruleId: string, start: number, end: number): void {
    const to = Math.min(end, this.end);
    if (to > start) {
      this.spans.push({ ruleId, start, end: to });
    }
  }

  /** Whether the span found last holds all of `[start, end)`: nothing in there is worth a second look. */
  isCovered(start: number, end: number): boolean {
    const last = this.spans.at(-1);
    return last !== undefined && last.start <= start && end <= last.end;
  }

  /** Where the token characters round `at` end. Each run is measured once, however often it is asked for. */
  runEnd(at: number): number {
    if (at >= this.#runEnd) {
      this.#runEnd = endOf(this.text, at, this.end, RUN);
    }
    return this.#runEnd;
  }

  /** Where the characters that tokens are seen to hold end, from `at` on. Each stretch is measured once. */
  wideEnd(at: number): number {
    const [from, to] = this.#wide;
    if (at < from || at > to) {
      this.#wide = [at, endOf(this.text, at, this.end, WIDE)];
    }
    return this.#wide[1];
  }

  /** Where the bare word at `at` ends, as `measure` says. A word is measured once, wherever in it one asks. */
  wordEnd(at: number, measure: (line: Line, at: number) => number): number {
    const [from, to] = this.#word;
    if (at <= from || at >= to) {
      this.#word = [at, measure(this, at)];
    }
    return this.#word[1];
  }

  /** The stretch of base64 characters round `at`. Each stretch is measured once. */
  base64Run(at: number): readonly [number, number] {
    const [from, to] = this.#base64;
    if (at < from || at >= to) {
      this.#base64 = [
        startOf(this.text, at, this.start, BASE64),
        endOf(this.text, at, this.end, BASE64),
      ];
    }
    return this.#base64;
  }
}

/** The first place in `text[from, to)` whose code has a 1 in `stops`; `to`: none has. */
export function skipText(text: string, stops: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && stops[text.charCodeAt(at)] !== 1) {
    at++;
  }
  return at;
}

/** The first place of the stretch in `text[from, to)` that ends before `to`, of units that have a 1 in `among`: those beyond bytes as the last byte has. */
export function skipTextBack(text: string, among: Uint8Array, to: number, from: number): number {
  let at = to;
  while (at > from && among[Math.min(text.charCodeAt(at - 1), 255)] === 1) {
    at--;
  }
  return at;
}
