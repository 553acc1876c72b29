import type { Line } from '../line.ts';

const LONGEST_WORD = 1024;
/** What stands between two words of a command that is written as a list, or as a program and the list of its arguments. */
const JOIN =
  /(["'`\uf8f1-\uf8f3])[ \t]{0,4},[ \t]{0,4}(?:(?:["'\uf8f1-\uf8f3])?(?:args?|argv|arguments|parameters)(?:["'\uf8f1-\uf8f3])?[ \t]{0,2}[:=][ \t]{0,2})?\[?[ \t]{0,4}\1/iy;

/** A string in a list, without its quotes. */
export interface ListedString {
  readonly start: number;
  readonly end: number;
}

/** The string that follows the one whose closing quote stands at `at`; undefined: none does, or not in the same quotes. */
export function nextString(line: Line, at: number): ListedString | undefined {
  JOIN.lastIndex = at;
  const found = JOIN.exec(line.text);
  const quote = found?.[1];
  if (found === null || quote === undefined) {
    return undefined;
  }
  const start = at + found[0].length;
  const limit = Math.min(line.end, start + LONGEST_WORD);
  for (let end = start; end < limit; end++) {
    if (line.text.charAt(end) === quote) {
      return { start, end };
    }
  }
  return undefined;
}
