import { evenLength } from '../characters.ts';
import type { CodeSource } from '../hint.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { isQuote, readValue } from '../value.ts';
import { isMasked, isPattern, isReference } from '../value-guard.ts';
import { type Option, programs } from './programs.ts';
import { nextString } from './word-list.ts';

const LONGEST_COMMAND = 1024;
const ENDS = '|;&\n`';
const BACKSLASH = 92;

/** Passwords given to well-known programs by short options, in a command line or in a list of its words. */
export const command: ContextRule = {
  id: 'command-option',
  keywords: [...programs.keys()],
  follow: '(?:[ "\'`]|[^\\x00-\\x7f])',
  near: (source, start, end, limit) =>
    source.optionAhead.comes(source, end, limit) && !isInNumber(source, start),
  match: matchCommand,
};

/** How far the options of a program have been read in a line: its name again among them begins no new search. */
const readTo: WeakMap<Line, { readonly option: Option; readonly to: number }> = new WeakMap();

/** Reads the command word by word, up to its end or the next known program. */
function matchCommand(line: Line, at: number, keywordEnd: number): void {
  const option = programs.get(line.text.slice(at, keywordEnd).toLowerCase());
  if (option === undefined || isInNumber(line, at)) {
    return;
  }
  const read = readTo.get(line);
  const from = read?.option === option ? Math.max(read.to, keywordEnd) : keywordEnd;
  const quote = line.text.charAt(keywordEnd);
  const inList = isQuote(quote) && from === keywordEnd && nextString(line, from) !== undefined;
  const to = inList
    ? readList(line, option, from)
    : readOptions(line, option, from, keywordEnd + LONGEST_COMMAND);
  readTo.set(line, { option, to });
}

/** `7z` is also how a time in a log may end. */
function isInNumber(source: CodeSource, start: number): boolean {
  return (
    isDigit(source.codeAt(start)) &&
    isDigit(source.codeAt(start - 1)) &&
    source.codeAt(start - 4) !== BACKSLASH &&
    source.codeAt(start - 6) !== BACKSLASH
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Looks for the option in strings that follow each other, from the quote at `from` on; gives where it stopped. */
function readList(line: Line, option: Option, from: number): number {
  let at = from;
  let wanted = false;
  while (at < from + LONGEST_COMMAND) {
    const word = nextString(line, at);
    const text = word === undefined ? '' : line.text.slice(word.start, word.end);
    if (word === undefined || programs.has(text)) {
      return at;
    }
    const valueAt: number | undefined = wanted ? word.start : gluedValue(option, text, word.start);
    if (valueAt !== undefined && valueAt < word.end) {
      maskSecret(line, option, valueAt, word.end);
    }
    wanted = valueAt === word.end;
    at = word.end;
  }
  return at;
}

/** Looks for the option from `from` on; gives where it stopped. */
function readOptions(line: Line, option: Option, from: number, farthest: number): number {
  const limit = Math.min(line.end, farthest);
  let word = from;
  while (word < limit) {
    const end = wordEnd(line, word, limit);
    if (ENDS.includes(line.text.charAt(word)) || programs.has(line.text.slice(word, end))) {
      return word;
    }
    const valueAt = gluedValue(option, line.text.slice(word, end), word);
    if (valueAt !== undefined) {
      maskWord(line, option, valueAt === end ? end + 1 : valueAt);
    }
    word = Math.max(end, word + 1);
  }
  return word;
}

function wordEnd(line: Line, from: number, limit: number): number {
  let at = from;
  while (at < limit && line.text.charCodeAt(at) > 32) {
    at++;
  }
  return at;
}

/** Where the value begins that the word `text` at `start` gives to the option; its end when the next word is the value. */
function gluedValue(option: Option, text: string, start: number): number | undefined {
  const length = optionLength(option, text);
  if (length === 0) {
    return undefined;
  }
  if (text.charAt(length) === '=') {
    return start + length + 1;
  }
  return length === text.length || option.glued === true ? start + length : undefined;
}

function optionLength(option: Option, text: string): number {
  if (!text.startsWith('-')) {
    return 0;
  }
  const name = option.names.find((each) => text.startsWith(each));
  if (name !== undefined || option.bundled !== true) {
    return name?.length ?? 0;
  }
  const bundle = /^-[A-Za-z]{1,12}$/.test(text) ? `-${text.slice(-1)}` : '';
  return option.names.includes(bundle) ? text.length : 0;
}

function maskWord(line: Line, option: Option, at: number): void {
  const value = readValue(line, at);
  const end = value.quote === '' ? wordEnd(line, at, line.end) : value.end;
  maskSecret(line, option, value.start, end);
}

function maskSecret(line: Line, option: Option, from: number, to: number): void {
  const text = line.text.slice(from, Math.min(to, from + LONGEST_COMMAND));
  const split = option.after === undefined ? -1 : text.indexOf(option.after);
  const secret = withoutQuote(text.slice(split + 1));
  if ((option.after === undefined || split > 0) && isSecret(secret)) {
    const start = from + split + 1;
    line.mask('command-option', start, start + secret.length);
  }
}

function withoutQuote(text: string): string {
  const quote = [...text].findIndex(isQuote);
  return quote < 0 ? text : text.slice(0, quote);
}

function isSecret(text: string): boolean {
  return (
    evenLength(text) >= 3 &&
    !text.startsWith('-') &&
    !text.startsWith('//') &&
    !/^\d{1,6}$/.test(text) &&
    !isMasked(text) &&
    !isReference(text) &&
    !isPattern(text)
  );
}
