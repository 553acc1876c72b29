import { BLANK, evenLength, isIn } from '../characters.ts';
import type { Line } from '../line.ts';
import { isUuidOrDigest, looksRandom } from '../token-look.ts';
import type { Value } from '../value.ts';
import { isMasked, isPattern, isPlain, isReference, isWordy } from '../value-guard.ts';
import type { Name, Separator } from './separator.ts';

/** Whether `text`, the front of `value`, is a secret, given the name before it and the notation that joins them. */
export function isSecretValue(
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
  if (separator.text === ',' && !isNeighbour(line, value, trimmed)) {
    return false;
  }
  if (name.strength === 'weak') {
    return isSecretUnderWeakName(line, name, separator, value, trimmed);
  }
  if (value.quote !== '') {
    return (
      !isPlain(trimmed) && !isSentence(trimmed) && !(value.quote === '`' && /\s/.test(trimmed))
    );
  }
  return isSecretWord(line, separator, value, trimmed);
}

/** In a list of words the next one is no value, and in an object the next string may be a key. */
function isNeighbour(line: Line, value: Value, text: string): boolean {
  const after = line.text.slice(value.end + 1, Math.min(line.end, value.end + 8));
  return /\d/.test(text) && !isWordy(text) && !/^[ \t]*:/.test(after);
}

/** Under `key`, `auth` and the like only what a machine drew is a secret, and no public digest or cache key. */
function isSecretUnderWeakName(
  line: Line,
  name: Name,
  separator: Separator,
  value: Value,
  text: string,
): boolean {
  const written = line.text.slice(name.start, name.end);
  if (/sig(?:nature)?$/i.test(written) && !separator.text.startsWith('=')) {
    return false;
  }
  if (/^key$/i.test(written) && text.includes('-')) {
    return false;
  }
  return (
    isTightOrQuoted(separator, value) && looksRandom(text) && !isPublicDigest(text, line, name)
  );
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
    return (evenLength(text) >= 4 && !/^[\d.]+$/.test(text.slice(0, -1))) || evenLength(text) >= 8;
  }
  const ends =
    value.end >= line.end ||
    isIn(line.text.charCodeAt(value.end), BLANK) ||
    '&;'.includes(line.text.charAt(value.end));
  return evenLength(text) >= 6 && ends && isTight(line, separator, value) && !namesSecret(text);
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
  const last = line.text.slice(name.start, name.end);
  const isUuid = text.includes('-');
  return isUuidOrDigest(text) && (isUuid || !/(?:sig|signature|auth|[-_]key)$/i.test(last));
}
