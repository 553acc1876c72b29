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
const IN_NAMES = bytesOf((code) => isIn(code, NAME));
const IN_WORDS = bytesOf((code) => code > BLANK_CODE && code !== BACKSLASH);

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
  if (source.codeAt(from - 1) === BLANK_CODE) {
    return isBehindAccount(source, from - 1);
  }
  const farthest = from - LONGEST_NAME;
  const start = source.skipBack(IN_NAMES, from, farthest);
  const before = source.codeAt(start - 1);
  return (
    start === farthest ||
    source.codeAt(start) === HYPHEN ||
    // Before an escape one cannot tell what stands there.
    before === BACKSLASH ||
    (before === BLANK_CODE && isBehindAccount(source, start - 1))
  );
}

function isBehindAccount(source: CodeSource, wordEnd: number): boolean {
  const start = source.skipBack(IN_WORDS, wordEnd, wordEnd - LONGEST_WORD);
  return source.codeAt(start - 1) === BACKSLASH || endsAccount[source.codeAt(start - 2)] === 1;
}

function among(characters: string): Uint8Array {
  return bytesOf((code) => characters.includes(String.fromCharCode(code)));
}

/** For each byte 1 where `has` says so. */
function bytesOf(has: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(has(code)));
}
