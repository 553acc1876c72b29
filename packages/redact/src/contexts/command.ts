import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { isMasked, isPattern, isReference } from '../value-guard.ts';

const LONGEST_COMMAND = 1024;

interface Option {
  readonly keyword: string;
  /** Finds the secret as its last group, in the text after the command's name. */
  readonly pattern: RegExp;
}

const GAP = '[^|;&\\n]{0,512}?';
const WORD =
  '(?:"([^"\\uf8f1-\\uf8f3]{1,256})"|\'([^\']{1,256})\'|([^\\s"\'\\uf8f1-\\uf8f3]{1,256}))';

const options: readonly Option[] = [
  { keyword: 'curl', pattern: userPassword('(?:-u|--user|--proxy-user|-U)[ =]?') },
  { keyword: 'http', pattern: userPassword('(?:-a|--auth)[ =]') },
  { keyword: 'https', pattern: userPassword('(?:-a|--auth)[ =]') },
  { keyword: 'mysql', pattern: word('-p(?=\\S)') },
  { keyword: 'mysqldump', pattern: word('-p(?=\\S)') },
  { keyword: 'mysqladmin', pattern: word('-p(?=\\S)') },
  { keyword: 'mariadb', pattern: word('-p(?=\\S)') },
  { keyword: 'sshpass', pattern: word('-p ?') },
  { keyword: 'login', pattern: word('(?:-p|--password)[ =]') },
  { keyword: 'redis-cli', pattern: word('(?:-a|--pass)[ =]') },
  { keyword: 'mongosh', pattern: word('-p ') },
  { keyword: 'mongo', pattern: word('-p ') },
  { keyword: 'ldapsearch', pattern: word('-w ') },
  { keyword: 'smbclient', pattern: userPassword('-U ', '%') },
  { keyword: 'sqlcmd', pattern: word('-P ') },
];

/** Passwords given to well-known programs by short options. */
export const command: ContextRule = {
  id: 'command-option',
  keywords: options.map((option) => `${option.keyword} `),
  match: matchCommand,
};

function matchCommand(line: Line, at: number, keywordEnd: number): void {
  const name = line.text.slice(at, keywordEnd - 1).toLowerCase();
  const from = keywordEnd - 1;
  const rest = line.text.slice(from, Math.min(line.end, from + LONGEST_COMMAND));
  for (const option of options) {
    if (option.keyword === name) {
      maskOption(line, option.pattern.exec(rest), from);
    }
  }
}

function maskOption(line: Line, found: RegExpExecArray | null, from: number): void {
  const secret = found?.slice(1).find((group) => group !== undefined);
  if (
    found === null ||
    secret === undefined ||
    isMasked(secret) ||
    isReference(secret) ||
    isPattern(secret)
  ) {
    return;
  }
  if (/^\d{1,6}$/.test(secret)) {
    return;
  }
  const start = from + found.index + found[0].lastIndexOf(secret);
  line.mask('command-option', start, start + secret.length);
}

function word(option: string): RegExp {
  return new RegExp(`^${GAP}[ \\t]${option}${WORD}`);
}

function userPassword(option: string, separator = ':'): RegExp {
  return new RegExp(
    `^${GAP}[ \\t]${option}(?:"[^"\\s${separator}]{1,64}${separator}([^"\\uf8f1-\\uf8f3]{1,256})"|'[^'\\s${separator}]{1,64}${separator}([^']{1,256})'|[^\\s"'${separator}]{1,64}${separator}([^\\s"'\\uf8f1-\\uf8f3]{1,256}))`,
  );
}
