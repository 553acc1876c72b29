import { ALNUM, BLANK, endOf, isIn, NAME, startOf } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { type NameStrength, nameStrength } from '../secret-name.ts';
import { looksRandom } from '../token-look.ts';
import { isQuote, readValue, type Value } from '../value.ts';
import { isMasked, isPattern, isPlain, isReference, isWordy } from '../value-guard.ts';

const LONGEST_NAME = 64;
const LONGEST_GUARDED = 512;
const SEPARATOR =
  /(\\?["'\uf8f1-\uf8f3`])?[\])]{0,2}[ \t]{0,16}(=>|:=|={1,3}|!==?|\?:|:(?![:/])|>)[ \t]{0,24}/y;

/** `name = value` in every notation: environment, YAML, JSON, code, XML, query strings, flags, structures. */
export const assignment: ContextRule = {
  id: 'assignment',
  keywords: [
    'password',
    'passwd',
    'passphrase',
    'passcode',
    'pass',
    'pwd',
    'secret',
    
    'token',
    'credential',
    'credentials',
    'key',
    'auth',
    'signature',
    'sig',
    'session',
    'sessionid',
    'sid',
    'sessid',
    'otp',
    'private_key_id',
    'key-data',
    'secret_key_base',
    'jwt',
    'cookie',
  ],
  follow: '[^A-Za-z_.$/]|\\.[^A-Za-z]',
  match: matchAssignment,
};

interface Name {
  readonly start: number;
  readonly end: number;
  readonly strength: NameStrength;
}

function matchAssignment(line: Line, at: number, keywordEnd: number): void {
  const name = readName(line, at, keywordEnd);
  if (name === undefined) {
    return;
  }
  const separator = readSeparator(line, name);
  if (separator !== undefined) {
    maskValue(line, name, separator);
  }
}

function readName(line: Line, at: number, keywordEnd: number): Name | undefined {
  const end = endOf(line.text, keywordEnd, Math.min(line.end, keywordEnd + 3), ALNUM);
  if (!/^\d{0,2}$/.test(line.text.slice(keywordEnd, end))) {
    return undefined;
  }
  const start = startOf(line.text, at, Math.max(line.start, at - LONGEST_NAME), NAME);
  const spaced = /[A-Za-z]{2,12} $/.exec(line.text.slice(Math.max(line.start, start - 13), start));
  const before = (start === at ? (spaced?.[0] ?? '') : '') + line.text.slice(start, at);
  const strength = nameStrength(before, line.text.slice(at, keywordEnd));
  return strength === undefined ? undefined : { start, end, strength };
}

interface Separator {
  readonly text: string;
  readonly valueAt: number;
  /** The quote that closes the name, or empty. */
  readonly nameQuote: string;
  readonly spaced: boolean;
}

function readSeparator(line: Line, name: Name): Separator | undefined {
  if (line.text.startsWith('${', name.start - 2)) {
    return expansionDefault(line, name);
  }
  // `https://x-access-token:…@host` is an address, `arn:aws:…:secret:…` a name: neither assigns.
  if (/[:/]/.test(line.text.charAt(name.start - 1)) && line.text.charAt(name.end) === ':') {
    return undefined;
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
  if (isQuote(line.text.charAt(blanks)) && name.strength === 'password') {
    return { text: ' ', valueAt: blanks, nameQuote: '', spaced: true };
  }
  if (
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

function maskValue(line: Line, name: Name, separator: Separator): void {
  const at = skipWrappers(line, separator.valueAt);
  const value = readValue(line, at);
  // Guards look at the front of a long value: none of them excuses so long a text.
  const text = line.text.slice(value.start, Math.min(value.end, value.start + LONGEST_GUARDED));
  if (isSecretValue(line, name, separator, value, text)) {
    line.mask('assignment', value.start, value.end);
  }
}

/** Past an opening bracket or a string prefix (`b"`, `r'`), which belong to the notation and not to the value. */
function skipWrappers(line: Line, at: number): number {
  const bracket =
    line.text.charAt(at) === '[' && !line.text.startsWith('[REDACTED', at) ? at + 1 : at;
  const prefix =
    /^(?:b|r|u|f|rb|br|@|L|S)$/.test(line.text.charAt(bracket)) &&
    isQuote(line.text.charAt(bracket + 1));
  return prefix ? bracket + 1 : bracket;
}

function isSecretValue(
  line: Line,
  name: Name,
  separator: Separator,
  value: Value,
  text: string,
): boolean {
  const trimmed = text.trim();
  // In JSON only numbers, booleans and null stand bare: a mask there would break it.
  if (value.quote === '' && separator.text === ':' && isDouble(separator.nameQuote)) {
    return false;
  }
  if (trimmed === '' || isMasked(trimmed) || isReference(trimmed) || isPattern(trimmed)) {
    return false;
  }
  if (name.strength === 'weak') {
    if (
      /sig(?:nature)?$/i.test(line.text.slice(name.start, name.end)) &&
      !separator.text.startsWith('=')
    ) {
      return false;
    }
    return (
      isTightOrQuoted(separator, value) &&
      looksRandom(trimmed) &&
      !isPublicDigest(trimmed, line, name)
    );
  }
  if (value.quote !== '') {
    return (
      !isPlain(trimmed) && !isSentence(trimmed) && !(value.quote === '`' && /\s/.test(trimmed))
    );
  }
  return isSecretWord(line, separator, value, trimmed);
}

function isTightOrQuoted(separator: Separator, value: Value): boolean {
  return (
    value.quote !== '' ||
    separator.text.startsWith('=') ||
    separator.text === ':' ||
    separator.text === '--'
  );
}

/** A bare word after a name: code and prose put identifiers and plain words there, configuration puts secrets. */
function isSecretWord(line: Line, separator: Separator, value: Value, text: string): boolean {
  if (isPlain(text)) {
    return false;
  }
  if (!isWordy(text)) {
    return (text.length >= 4 && !/^[\d.]+$/.test(text.slice(0, -1))) || text.length >= 8;
  }
  const ends =
    value.end >= line.end ||
    isIn(line.text.charCodeAt(value.end), BLANK) ||
    '&;'.includes(line.text.charAt(value.end));
  return text.length >= 6 && ends && isTight(line, separator, value) && !namesSecret(text);
}

function isDouble(quote: string): boolean {
  return quote !== '' && quote !== "'" && quote !== '`';
}

function isTight(line: Line, separator: Separator, value: Value): boolean {
  const alone = value.end >= line.end;
  return (
    separator.text === '--' ||
    (separator.text === '=' && (!separator.spaced || alone) && !separator.spaced) ||
    (separator.text === ':' &&
      alone &&
      /^\s*(?:- )?[\w.-]+$/.test(
        line.text.slice(line.start, separator.valueAt).replace(/:\s*$/, ''),
      ))
  );
}

function namesSecret(text: string): boolean {
  return /(?:password|passwd|pass|pwd|secret|token|key|credentials?|auth)$/i.test(text);
}

/** A text with blanks in which a secret is only spoken of. */
function isSentence(text: string): boolean {
  return (
    /\s/.test(text) &&
    /\b(?:password|token|secret|key|must|please|enter|your|is|the|invalid|required|not)\b/i.test(
      text,
    )
  );
}

function isPublicDigest(text: string, line: Line, name: Name): boolean {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) {
    return true;
  }
  const last = line.text.slice(name.start, name.end);
  return (
    /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) &&
    !/(?:sig|signature|auth|key)$/i.test(last)
  );
}
