import { ALNUM, endOf, isIn, RUN } from './characters.ts';
import type { Line } from './line.ts';
import type { TokenRule } from './rule.ts';
import { isPlaceholderBody, looksLike } from './token-look.ts';

/** A {@link TokenRule} with its patterns made ready. */
export interface CompiledToken {
  readonly rule: TokenRule;
  readonly prefix: string;
  readonly tail: RegExp;
  readonly head: RegExp | undefined;
  readonly except: RegExp | undefined;
  readonly joins: string;
}

/** One compiled rule per literal of `rule`. */
export function compileToken(rule: TokenRule): CompiledToken[] {
  return rule.prefixes.map((prefix) => ({
    rule,
    prefix,
    tail: new RegExp(rule.tail, 'y'),
    // Read from the literal to the left: a search for its front would try every place before it.
    head: rule.head === undefined ? undefined : new RegExp(`(?<=(${rule.head}))`, 'y'),
    except: rule.except === undefined ? undefined : new RegExp(rule.except),
    joins: rule.joins ?? '',
  }));
}

/** Masks the token whose literal stands at `at`, when everything else about it is right. True: it did. */
export function matchToken(token: CompiledToken, line: Line, at: number): boolean {
  if (!line.text.startsWith(token.prefix, at)) {
    return false;
  }
  const start = tokenStart(token, line, at);
  if (start === undefined || (token.rule.glued !== true && !isBoundary(line, start))) {
    return false;
  }
  const bodyEnd = tokenBody(token, line, at + token.prefix.length);
  if (bodyEnd === undefined || isRefused(token, line, start, bodyEnd)) {
    return false;
  }
  line.mask(token.rule.id, start, tokenEnd(line, bodyEnd, token.joins));
  return true;
}

/** The end of the body that begins at `from`, as far as the rule demands one. */
function tokenBody({ tail, rule }: CompiledToken, line: Line, from: number): number | undefined {
  tail.lastIndex = from;
  const body = tail.exec(line.text)?.[0];
  if (body === undefined || from + body.length > line.end || isPlaceholderBody(body)) {
    return undefined;
  }
  return rule.look === undefined || looksLike(body, rule.look) ? from + body.length : undefined;
}

function isRefused(token: CompiledToken, line: Line, start: number, bodyEnd: number): boolean {
  const goesOn = bodyEnd < line.end && isIn(line.text.charCodeAt(bodyEnd), ALNUM);
  const { exact, wholeLook } = token.rule;
  const text = line.text.slice(start, bodyEnd);
  return (
    (exact === true && goesOn) ||
    token.except?.test(text) === true ||
    (wholeLook !== undefined && !looksLike(text, wholeLook))
  );
}

/** Whether a token may begin at `at`: nothing before it that would make it the rest of a longer word. */
export function isBoundary(line: Line, at: number): boolean {
  if (at <= line.start || !isIn(line.text.charCodeAt(at - 1), ALNUM)) {
    return true;
  }
  // A percent escape ends in a letter or digit and still stands for punctuation.
  return at - line.start >= 3 && /^%[2-7][0-9A-Fa-f]$/.test(line.text.slice(at - 3, at));
}

function tokenStart(token: CompiledToken, line: Line, at: number): number | undefined {
  if (token.head === undefined) {
    return at;
  }
  token.head.lastIndex = at;
  const head = token.head.exec(line.text)?.[1];
  return head === undefined || at - head.length < line.start ? undefined : at - head.length;
}

function tokenEnd(line: Line, from: number, joins: string): number {
  let end = from;
  for (;;) {
    const run = endOf(line.text, end, line.end, RUN);
    const next = line.text.charAt(run);
    if (run >= line.end || next === '' || !joins.includes(next)) {
      return withoutFullStop(line.text, from, paddingEnd(line, run));
    }
    end = run + 1;
  }
}

function paddingEnd(line: Line, from: number): number {
  let end = from;
  while (end < line.end && end - from < 2 && line.text.charAt(end) === '=') {
    end++;
  }
  return end;
}

function withoutFullStop(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && '.,/'.includes(text.charAt(at - 1))) {
    at--;
  }
  return at;
}
