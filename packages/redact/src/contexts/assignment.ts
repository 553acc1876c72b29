import { ALNUM, endOf, NAME, startOf } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { nameStrength } from '../secret-name.ts';
import { isQuote, readValue } from '../value.ts';
import { isSecretValue } from './assigned-value.ts';
import { LONGEST_GUARDED, type Name, readSeparator, type Separator } from './separator.ts';
import { mayHaveValue } from './weak-name.ts';

const LONGEST_NAME = 64;
/** What may come behind a name: a digit of its own, a quote or bracket, a separator; an escape always may. */
const JOINS = '(?:[\\d"\'`\\])=:!?>-]|[^\\x00-\\x7f])';
const FOLLOW = `(?:[ \\t]|${JOINS})[^\\r\\n]{2}`;
/** Only a long value counts there: behind blanks one without a blank in it, one in quotes, or one with a prefix. */
const WEAK_FOLLOW = [
  `${JOINS}[^\\r\\n]{7}`,
  '[ \\t][^ \\t\\r\\n=:!?>"\'`[][^ \\t\\r\\n]{6}',
  '[ \\t](?:[ \\t=:!?>"\'`[]|[^\\x00-\\x7f])[^\\r\\n]{6}',
  '[ \\t][bruf@LS](?:["\'`]|[^\\x00-\\x7f])[^\\r\\n]{5}',
].join('|');

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
    'pw',
    'psk',
    'secret',
    'token',
    'credential',
    'credentials',
    'key',
    'private_key_id',
    'key-data',
    'secret_key_base',
  ],
  follow: FOLLOW,
  match: matchAssignment,
};

/** The same for names under which only what looks random is a secret. */
export const weakAssignment: ContextRule = {
  id: 'assignment',
  keywords: [
    'auth',
    'signature',
    'sig',
    'session',
    'sessionid',
    'sid',
    'sessid',
    'otp',
    'jwt',
    'cookie',
  ],
  follow: WEAK_FOLLOW,
  near: mayHaveValue,
  match: matchAssignment,
};

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
