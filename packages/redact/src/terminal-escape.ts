import type { CodeSource } from './hint.ts';

const LONGEST = 80;

/**
 * Where the control sequence (`ESC [ … letter`) ends whose escape character stands before `at`; `at` itself when it is
 * another kind of escape, or none that ends in time.
 */
export function terminalEscapeEnd(source: CodeSource, at: number, to: number): number {
  if (source.codeAt(at) !== 0x5b) {
    return at;
  }
  const limit = Math.min(to, at + LONGEST);
  for (let index = at + 1; index < limit; index++) {
    const code = source.codeAt(index);
    if (code >= 0x40 && code <= 0x7e) {
      return index + 1;
    }
    if (code < 0x20 || code > 0x3f) {
      return at;
    }
  }
  return at;
}
