import { BLANK, isIn, NAME } from '../characters.ts';
import type { CodeSource } from '../hint.ts';

const MOST_BLANKS = 16;
const LONGEST_NAME = 64;
const LONGEST_WORD = 64;
const NEWLINE = 10;
const BLANK_CODE = 32;
const HYPHEN = 45;
const BACKSLASH = 92;
const isSeparator = among('=:!?>\\\u001b');
/** The last letters of `login`, `user` and `account`. */
const endsAccount = among('nrt');

/**
 * Whether the weak name whose last word is `[start, end)` may have a value. What comes behind blanks in prose is the
 * next word, and only a value when the name is an option or stands behind an account.
 */
export function mayHaveValue(
  source: CodeSource,
  start: number,
  end: number,
  limit: number,
): boolean {
  const next = pastBlanks(source, end, limit);
  const code = next < limit ? source.codeAt(next) : NEWLINE;
  return (
    next === end ||
    isSeparator[code] === 1 ||
    (code !== NEWLINE && isOptionOrBehindAccount(source, start))
  );
}

function pastBlanks(source: CodeSource, from: number, limit: number): number {
  let at = from;
  while (at < limit && at - from < MOST_BLANKS && isIn(source.codeAt(at), BLANK)) {
    at++;
  }
  return at;
}

function isOptionOrBehindAccount(source: CodeSource, from: number): boolean {
  let start = from;
  while (isIn(source.codeAt(start - 1), NAME)) {
    start--;
    if (from - start > LONGEST_NAME) {
      return true;
    }
  }
  // Before an escape one cannot tell what stands there.
  return (
    source.codeAt(start) === HYPHEN ||
    source.codeAt(start - 1) === BACKSLASH ||
    (source.codeAt(start - 1) === BLANK_CODE && isBehindAccount(source, start - 1))
  );
}

function isBehindAccount(source: CodeSource, wordEnd: number): boolean {
  let at = wordEnd;
  while (source.codeAt(at - 1) > BLANK_CODE && wordEnd - at <= LONGEST_WORD) {
    at--;
    if (source.codeAt(at) === BACKSLASH) {
      return true;
    }
  }
  return endsAccount[source.codeAt(at - 2)] === 1;
}

/** For each byte whether it is one of `characters`. */
function among(characters: string): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) =>
    Number(characters.includes(String.fromCharCode(code))),
  );
}
