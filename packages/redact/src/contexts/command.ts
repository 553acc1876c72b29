import { evenLength } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { isQuote, readValue } from '../value.ts';
import { isMasked, isPattern, isReference } from '../value-guard.ts';

const LONGEST_COMMAND = 1024;
const ENDS = '|;&\n`';

/** A short option that takes a secret. */
interface Option {
  readonly names: readonly string[];
  /** The value may be glued to the option, as in `-psecret`. */
  readonly glued?: boolean;
  /** The secret is what follows this in the value; absent: the whole value. */
  readonly after?: string;
}

const userPassword: Option = {
  names: ['-u', '-U', '--user', '--proxy-user'],
  glued: true,
  after: ':',
};
const httpie: Option = { names: ['-a', '--auth'], after: ':' };
const mysql: Option = { names: ['-p'], glued: true };
const plain: Option = { names: ['-p', '--password', '--pass'] };

/** The programs whose options are known, in lower case. */
const programs: ReadonlyMap<string, Option> = new Map([
  ['curl', userPassword],
  ['http', httpie],
  ['https', httpie],
  ['mysql', mysql],
  ['mysqldump', mysql],
  ['mysqladmin', mysql],
  ['mariadb', mysql],
  ['sshpass', { names: ['-p'], glued: true }],
  ['login', plain],
  ['mongo', plain],
  ['mongosh', plain],
  ['mongodump', plain],
  ['redis-cli', { names: ['-a', '--pass'] }],
  ['ldapsearch', { names: ['-w'] }],
  ['smbclient', { names: ['-U'], after: '%' }],
  ['sqlcmd', { names: ['-P'] }],
  ['bcp', { names: ['-P'] }],
  ['unzip', { names: ['-P'] }],
  ['zip', { names: ['-P'] }],
  ['ssh-keygen', { names: ['-N'] }],
  ['7z', { names: ['-p'], glued: true }],
]);

/** Passwords given to well-known programs by short options. */
export const command: ContextRule = {
  id: 'command-option',
  keywords: [...programs.keys()].map((program) => `${program} `),
  match: matchCommand,
};

/** How far the options of a program have been read in a line: its name again among them begins no new search. */
const readTo: WeakMap<Line, { readonly option: Option; readonly to: number }> = new WeakMap();

/** Reads the command word by word, up to its end or the next known program. */
function matchCommand(line: Line, at: number, keywordEnd: number): void {
  const option = programs.get(line.text.slice(at, keywordEnd - 1).toLowerCase());
  if (option !== undefined) {
    const read = readTo.get(line);
    const from = read?.option === option ? Math.max(read.to, keywordEnd) : keywordEnd;
    readTo.set(line, { option, to: readOptions(line, option, from, keywordEnd + LONGEST_COMMAND) });
  }
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
    if (line.text.charAt(word) === '-') {
      maskOption(line, option, word, end);
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

function maskOption(line: Line, option: Option, from: number, end: number): void {
  const text = line.text.slice(from, end);
  const name = option.names.find((each) => text.startsWith(each));
  const valueAt =
    name === undefined ? undefined : optionValue(line, option, from + name.length, end);
  if (valueAt !== undefined) {
    maskSecret(line, option, valueAt);
  }
}

function optionValue(line: Line, option: Option, nameEnd: number, end: number): number | undefined {
  if (nameEnd === end) {
    return end + 1;
  }
  if (line.text.charAt(nameEnd) === '=') {
    return nameEnd + 1;
  }
  return option.glued === true ? nameEnd : undefined;
}

function maskSecret(line: Line, option: Option, at: number): void {
  const value = readValue(line, at);
  const end = value.quote === '' ? wordEnd(line, at, line.end) : value.end;
  const text = line.text.slice(value.start, Math.min(end, value.start + LONGEST_COMMAND));
  const split = option.after === undefined ? -1 : text.indexOf(option.after);
  const secret = withoutQuote(text.slice(split + 1));
  if ((option.after === undefined || split > 0) && isSecret(secret)) {
    const start = value.start + split + 1;
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
