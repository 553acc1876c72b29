import { BLANK, endOf, isIn, NAME, RUN } from './characters.ts';
import type { Line } from './line.ts';

/** What stands to the right of a name: `[start, end)` without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  /** The opening quote, or empty for a bare word. */
  readonly quote: string;
}

/** Inner quotes of nested JSON, as {@link viewOf} writes them: level 1, 2 and 3. */
export const INNER_QUOTES = '\uf8f1\uf8f2\uf8f3';

const QUOTES = `"'\`${INNER_QUOTES}`;
const CLOSERS = ')]}';

/** Reads the value that begins at `at`: a quoted string when a quote opens it and closes in this line, else a bare word. */
export function readValue(line: Line, at: number): Value {
  const quote = line.text.charAt(at);
  if (at < line.end && QUOTES.includes(quote)) {
    return readQuoted(line, at, quote);
  }
  return { start: at, end: line.wordEnd(at, bareEnd), quote: '' };
}

/** Whether `character` is a quote of any kind. */
export function isQuote(character: string): boolean {
  return character !== '' && QUOTES.includes(character);
}

function readQuoted(line: Line, at: number, quote: string): Value {
  const level = quoteLevel(quote);
  for (let end = at + 1; end < line.end; end++) {
    const other = line.text.charAt(end);
    if (other === quote || (quoteLevel(other) >= 0 && quoteLevel(other) < level)) {
      return { start: at + 1, end, quote };
    }
  }
  return { start: at + 1, end: quote === "'" ? bareEnd(line, at + 1) : line.end, quote };
}

/** How deep a double quote is nested; a single quote or backtick lies inside all of them; -1: no quote. */
function quoteLevel(character: string): number {
  if (character === '"') {
    return 0;
  }
  if (character === "'" || character === '`') {
    return 1;
  }
  const level = INNER_QUOTES.indexOf(character);
  return character === '' || level < 0 ? -1 : level + 1;
}

function bareEnd(line: Line, at: number): number {
  let end = at;
  while (end < line.end && !endsBareWord(line, end, at)) {
    end++;
  }
  return end;
}

function endsBareWord(line: Line, at: number, from: number): boolean {
  const code = line.text.charCodeAt(at);
  if (isIn(code, RUN)) {
    return false;
  }
  const character = line.text.charAt(at);
  if (code <= 32 || character === '<' || character === '>' || isQuote(character)) {
    return true;
  }
  if (character === '|') {
    return at === from || endsItem(line, at);
  }
  if (character === '&' || character === ';' || character === ',') {
    return endsItem(line, at);
  }
  return CLOSERS.includes(character) && endsGroup(line, at);
}

/** A separator ends a word when nothing, a blank, a quote or the next `name=` or `name:` follows it. */
function endsItem(line: Line, at: number): boolean {
  const next = at + 1;
  if (
    next >= line.end ||
    isIn(line.text.charCodeAt(next), BLANK) ||
    isQuote(line.text.charAt(next))
  ) {
    return true;
  }
  const limit = Math.min(line.end, next + 40);
  const name = endOf(line.text, next, limit, NAME);
  return name > next && '=:([|?!'.includes(line.text.charAt(name) || ' ');
}

function endsGroup(line: Line, at: number): boolean {
  const next = line.text.charAt(at + 1);
  return at + 1 >= line.end || next <= ' ' || isQuote(next) || ',;:.)]}>|&'.includes(next);
}
