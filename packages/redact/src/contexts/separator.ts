import { BLANK, endOf } from '../characters.ts';
import type { Line } from '../line.ts';
import type { NameStrength } from '../secret-name.ts';
import { isUuidOrDigest, looksRandom } from '../token-look.ts';
import { isQuote, readValue } from '../value.ts';

/** How much of a value is enough to judge it: nothing excuses a longer one. */
export const LONGEST_GUARDED = 512;
/** A type between a name and its value: `api_key: str = "…"`, `val apiKey: String = "…"`. */
const TYPED =
  /[ \t]{0,4}\??:[ \t]{0,4}[A-Za-z_][\w.<>[\]?| ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=b?["'])/y;
/** A name and its value as neighbours: in a call, a list, an attribute and its element, a record's two fields. */
const PAIRED =
  /(["'`\uf8f1-\uf8f3])(?:[ \t]{1,4}value[ \t]?=[ \t]?(?=["'\uf8f1-\uf8f3])|[ \t]{0,4}:[ \t]{0,4}\{[ \t]{0,4}["\uf8f1-\uf8f3]value["\uf8f1-\uf8f3][ \t]{0,4}:[ \t]{0,4}(?=["\uf8f1-\uf8f3])|(?: serializeAs="\w{1,16}")?>[ \t]{0,4}<value>|[ \t]{0,4},[ \t]{0,4}["\uf8f1-\uf8f3]value["\uf8f1-\uf8f3][ \t]{0,4}:[ \t]{0,4}(?=["\uf8f1-\uf8f3])|[ \t]{0,4},[ \t]{0,4}(?=["'\uf8f1-\uf8f3])(?!["\uf8f1-\uf8f3]value["\uf8f1-\uf8f3])|>)/y;
/** What sets a variable without an equals sign. */
const SETS = /(?:^|[^\w-])(?:ENV|setenv|setx|set -[A-Za-z]{1,4}) $/;
const SEPARATOR =
  /(\\?["'\uf8f1-\uf8f3`])?[\])]{0,2}[ \t]{0,16}(=>|:=|={1,3}|!==?|\?:|:(?![:/])|>)[ \t]{0,24}/y;

/** A name that ends in a secret word, where it stands, and how sure it makes. */
export interface Name {
  readonly start: number;
  readonly end: number;
  readonly strength: NameStrength;
}

/** What joins a name and its value: `=`, `:`, `>`, `,` and so on; `--` behind an option, `is` in prose. */
export interface Separator {
  readonly text: string;
  readonly valueAt: number;
  /** The quote that closes the name, or empty. */
  readonly nameQuote: string;
  readonly spaced: boolean;
}

/** What follows the name, when it joins it to a value. */
export function readSeparator(line: Line, name: Name): Separator | undefined {
  if (line.text.startsWith('${', name.start - 2)) {
    return expansionDefault(line, name);
  }
  // `https://x-access-token:…@host` is an address, `arn:aws:…:secret:…` a name: neither assigns.
  if (
    /[:/]/.test(line.text.charAt(name.start - 1)) &&
    line.text.charAt(name.end) === ':' &&
    !isSlashOption(line, name)
  ) {
    return undefined;
  }
  const paired = pairedValue(line, name);
  if (paired !== undefined) {
    return paired;
  }
  SEPARATOR.lastIndex = name.end;
  const found = SEPARATOR.exec(line.text);
  if (found === null || name.end + found[0].length > line.end) {
    return wordSeparator(line, name);
  }
  const text = found[2] ?? '';
  if (text === '>' && line.text.charAt(name.start - 1) !== '<') {
    return undefined;
  }
  return {
    text,
    valueAt: name.end + found[0].length,
    nameQuote: found[1] ?? '',
    spaced: /[ \t]$/.test(found[0]),
  };
}

/** `/password:value`, an option of programs for Windows. */
function isSlashOption(line: Line, name: Name): boolean {
  const before = line.text.slice(Math.max(line.start, name.start - 2), name.start);
  return /^[ \t"']\/$/.test(before) && !line.text.startsWith('//', name.end + 1);
}

function pairedValue(line: Line, name: Name): Separator | undefined {
  TYPED.lastIndex = name.end;
  PAIRED.lastIndex = name.end;
  const found = TYPED.exec(line.text) ?? PAIRED.exec(line.text);
  const valueAt = name.end + (found?.[0].length ?? 0);
  return found === null || valueAt >= line.end
    ? undefined
    : { text: /,[ \t]*$/.test(found[0]) ? ',' : '=', valueAt, nameQuote: '', spaced: true };
}

/** `password 'x'`, and `token x` or `password x` when x can only be a secret. */
function isOpaqueNext(line: Line, at: number, name: Name): boolean {
  if (name.strength === 'weak') {
    return false;
  }
  const quoted = isQuote(line.text.charAt(at));
  const value = readValue(line, at);
  const text = line.text.slice(value.start, Math.min(value.end, value.start + LONGEST_GUARDED));
  return (
    (quoted && name.strength === 'password') ||
    (looksRandom(text) && !isUuidOrDigest(text) && !/[./:]/.test(text))
  );
}

/** `${NAME:-default}`: the default may be a secret, a message after `:?` is not. */
function expansionDefault(line: Line, name: Name): Separator | undefined {
  const found = /^:?[-=]/.exec(line.text.slice(name.end, Math.min(line.end, name.end + 2)));
  return found === null
    ? undefined
    : { text: ':-', valueAt: name.end + found[0].length, nameQuote: '', spaced: false };
}

/** `--flag value`, `PASSWORD 'value'`, `login x password value`, `password is value`. */
function wordSeparator(line: Line, name: Name): Separator | undefined {
  const blanks = endOf(line.text, name.end, Math.min(line.end, name.end + 16), BLANK);
  if (blanks === name.end || blanks >= line.end) {
    return undefined;
  }
  const flag =
    /(?:^|[\s"'[,(])--?$/.test(line.text.slice(Math.max(line.start, name.start - 3), name.start)) ||
    (/^-/.test(line.text.slice(name.start, name.end)) && name.start === line.start) ||
    /^--?[A-Za-z]/.test(line.text.slice(name.start, name.end));
  if (flag) {
    return line.text.charAt(blanks) === '-'
      ? undefined
      : { text: '--', valueAt: blanks, nameQuote: '', spaced: false };
  }
  if (isOpaqueNext(line, blanks, name)) {
    return { text: ' ', valueAt: blanks, nameQuote: '', spaced: true };
  }
  if (
    (name.strength !== 'weak' &&
      SETS.test(line.text.slice(Math.max(line.start, name.start - 12), name.start))) ||
    /\b(?:login|user|account) \S{1,64} $/.test(
      line.text.slice(Math.max(line.start, name.start - 80), name.start),
    )
  ) {
    return { text: '=', valueAt: blanks, nameQuote: '', spaced: true };
  }
  const is = /^(?:is|was|are|to)(?: now)?:? /.exec(
    line.text.slice(blanks, Math.min(line.end, blanks + 10)),
  );
  return is === null || name.strength === 'weak'
    ? undefined
    : { text: 'is', valueAt: blanks + is[0].length, nameQuote: '', spaced: true };
}
