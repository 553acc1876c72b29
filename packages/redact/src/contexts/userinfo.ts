import { ALNUM, endOf, isIn } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { looksRandom } from '../token-look.ts';
import { isQuote } from '../value.ts';
import { isMasked, isPattern, isReference } from '../value-guard.ts';

const LONGEST_USERINFO = 1024;

/** `scheme://user:password@host`, and a token that is the whole of the userinfo. */
export const userinfo: ContextRule = {
  id: 'url-userinfo',
  keywords: ['://'],
  lead: '[A-Za-z0-9]',
  near: (source, _start, end, limit) => source.userinfoAhead.comes(source, end, limit),
  match: matchUserinfo,
};

function matchUserinfo(line: Line, at: number, keywordEnd: number): void {
  if (at <= line.start || !isIn(line.text.charCodeAt(at - 1), ALNUM)) {
    return;
  }
  const limit = authorityLimit(line, keywordEnd);
  const scheme = line.text.slice(Math.max(line.start, at - 8), at);
  const end = lastAt(line, keywordEnd, limit, !/(?:https?|wss?|git|ssh|file)$/i.test(scheme));
  if (end === undefined) {
    return;
  }
  const colon = line.text.indexOf(':', keywordEnd);
  if (colon >= keywordEnd && colon < end) {
    maskPassword(line, keywordEnd, colon, end);
  } else {
    maskToken(line, keywordEnd, end);
  }
}

/** Where the address ends: at a blank, a quote, an angle bracket, or the next address. */
function authorityLimit(line: Line, from: number): number {
  const limit = Math.min(line.end, from + LONGEST_USERINFO);
  for (let at = from; at < limit; at++) {
    const character = line.text.charAt(at);
    if (character <= ' ' || isQuote(character) || character === '<' || character === '>') {
      return at;
    }
    if (character === ':' && line.text.startsWith('://', at)) {
      return at;
    }
  }
  return limit;
}

/**
 * The `@` that ends the userinfo: the last one before the path. A password may hold `/` and `@` unescaped, so a `/`
 * ends the search only when no password has begun, or the scheme is one whose paths may hold `@`; a host must follow.
 */
function lastAt(line: Line, from: number, limit: number, anyPath: boolean): number | undefined {
  const text = line.text.slice(from, limit);
  const colon = text.indexOf(':');
  const slash = text.search(/[/?#]/);
  const plain = slash < 0 ? text : text.slice(0, slash);
  const inAuthority = plain.lastIndexOf('@');
  if (inAuthority >= 0 && !(anyPath && colon >= 0 && text.lastIndexOf('@') > inAuthority)) {
    return from + inAuthority;
  }
  const rest = text.lastIndexOf('@');
  if (
    colon < 0 ||
    (slash >= 0 && slash < colon) ||
    rest < 0 ||
    /^\d{1,5}$/.test(plain.slice(colon + 1))
  ) {
    return undefined;
  }
  return /^[A-Za-z0-9.-]+(?::\d+)?(?:[/?#,]|$)/.test(text.slice(rest + 1))
    ? from + rest
    : undefined;
}

function maskPassword(line: Line, start: number, colon: number, end: number): void {
  const password = line.text.slice(colon + 1, end);
  if (
    password === '' ||
    isMasked(password) ||
    isReference(password) ||
    isPattern(password) ||
    isExpansion(password)
  ) {
    return;
  }
  const user = line.text.slice(start, colon);
  line.mask('url-userinfo', looksRandom(user) && user.length >= 20 ? start : colon + 1, end);
}

function maskToken(line: Line, start: number, end: number): void {
  const user = line.text.slice(start, end);
  const runs = endOf(line.text, start, end, ALNUM) === end;
  if (looksRandom(user) && (runs || user.length >= 24) && !isReference(user) && !isPattern(user)) {
    line.mask('url-userinfo', start, end);
  }
}

function isExpansion(password: string): boolean {
  return (
    (/^[$<{%[(]/.test(password) && /[>})\]%]$|^\$\w+$/.test(password)) ||
    /^(?:pass(?:word)?|pw|pwd|secret|token|PASS(?:WORD)?)$/.test(password)
  );
}
