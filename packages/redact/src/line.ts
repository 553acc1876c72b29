import { endOf, RUN } from './characters.ts';
import type { Span } from './span.ts';

/**
 * One logical line of a text while rules look at it: `[start, end)` of `text`, without its line end. Rules read
 * `text` and add to `spans`.
 */
export class Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly spans: Span[] = [];
  #runEnd: number;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.#runEnd = start;
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
}
