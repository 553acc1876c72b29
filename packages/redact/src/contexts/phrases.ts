import { evenLength } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { isMasked, isPattern, isPlain, isReference, isWordy } from '../value-guard.ts';

const LONGEST = 512;
/** A word without quotes, and one with or without. Neither holds a blank. */
const WORD = '[^\\x00-\\x20"\'`|;<>]{3,128}';
/** A secret that follows has this much at least. */
const FOLLOW = '[^\\r\\n]{3}';
const SPACE = '[ \\t]{1,8}';

/** A turn of phrase with a secret in it. */
interface Phrase {
  readonly id: string;
  /** Each ends where the pattern begins, or with `before` begins where the pattern ends. */
  readonly keywords: readonly string[];
  /** The secret is its last group. Every repetition is bounded. */
  readonly pattern: string;
  readonly before?: boolean;
  /** What must stand earlier in the line, in lower case. */
  readonly needs?: string;
  /** An identifier or a plain word is no secret there. */
  readonly noWord?: boolean;
}

/** Source: the manuals of the programs and the formats of the files named here, reviewed 2026-11. */
const PHRASES: readonly Phrase[] = [
  // Directives of Redis, PowerShell and rclone: a word and then the password.
  {
    id: 'directive',
    keywords: ['requirepass', 'masterauth', 'convertto-securestring', 'rclone obscure'],
    pattern: `${SPACE}(?:-string${SPACE})?["']?(${WORD})`,
  },
  // `htpasswd -b file user password`
  {
    id: 'directive',
    keywords: ['htpasswd -'],
    pattern: `[a-z]{0,4}b[a-z]{0,4}(?:${SPACE}-[A-Za-z]{1,4}(?:${SPACE}\\d{1,2})?){0,2}${SPACE}${WORD}${SPACE}["']?${WORD}["']?${SPACE}["']?(${WORD})`,
  },
  // `user/password@database`
  {
    id: 'directive',
    keywords: ['sqlplus ', 'jdbc:oracle:thin:', 'jdbc:oracle:oci:'],
    pattern: `(?:-[A-Za-z]{1,2}${SPACE}){0,3}["']?[A-Za-z][\\w$#]{0,63}/([^\\x00-\\x20"'@/]{3,64})(?=@)`,
  },
  {
    id: 'directive',
    keywords: ['--from-literal=', '--from-literal '],
    pattern: `["']?[\\w.-]{1,64}=["']?(${WORD})`,
    needs: 'secret',
  },
  {
    id: 'directive',
    keywords: ['vault kv put ', 'vault kv patch '],
    pattern: `(?:-[\\w=.-]{1,64}${SPACE}){0,4}[\\w./-]{1,128}${SPACE}[\\w.-]{1,64}=["']?(${WORD})`,
  },
  // `echo password | sudo -S`
  {
    id: 'piped-password',
    keywords: ['sudo -s', '--password-stdin', '--pass-stdin'],
    pattern: `(?:echo|printf)${SPACE}(?:-[neE]{1,3}${SPACE})?["']?(${WORD})["']?[ \\t]{0,8}\\|[^|]{0,64}`,
    before: true,
  },
  // `auth=("user", "password")`, `HTTPBasicAuth('user', 'password')`
  {
    id: 'credential-pair',
    keywords: ['auth(', 'auth=(', 'auth = (', 'auth=[', 'auth: [', 'credentials('],
    pattern:
      '[ \\t]{0,4}["\'\uf8f1-\uf8f3][^"\'\uf8f1-\uf8f3\\n]{1,128}["\'\uf8f1-\uf8f3][ \\t]{0,4},[ \\t]{0,4}["\'\uf8f1-\uf8f3]([^"\'\uf8f1-\uf8f3\\n]{3,256})(?=["\'\uf8f1-\uf8f3])',
    noWord: true,
  },
  // `user:$6$salt$hash`, as the files of passwords hold it
  {
    id: 'password-hash',
    keywords: [':$1$', ':$5$', ':$6$', ':$y$', ':$2a$', ':$2b$', ':$2y$', ':$apr1$'],
    pattern: '([A-Za-z0-9./$=,]{22,180})',
  },
  {
    id: 'seed-phrase',
    keywords: ['mnemonic', 'seed phrase', 'seed_phrase', 'seedphrase', 'recovery phrase'],
    pattern:
      '["\'\uf8f1-\uf8f3]?[ \\t]{0,4}(?::|=|is)[ \\t]{0,4}["\'\uf8f1-\uf8f3]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])',
  },
];

/** Passwords that stand where a program or a format wants them, without a name. */
export const phrases: readonly ContextRule[] = PHRASES.map((phrase) => {
  const { id, keywords } = phrase;
  return phrase.before === true
    ? { id, keywords, match: matchBefore(phrase) }
    : { id, keywords, follow: FOLLOW, match: matchAfter(phrase) };
});

function matchAfter(phrase: Phrase): ContextRule['match'] {
  const pattern = new RegExp(`^(?:${phrase.pattern})`, 'di');
  return (line, at, keywordEnd) => {
    if (phrase.needs === undefined || mentions(line, phrase.needs, at)) {
      const text = line.text.slice(keywordEnd, Math.min(line.end, keywordEnd + LONGEST));
      maskGroup(line, phrase, pattern.exec(text), keywordEnd);
    }
  };
}

function matchBefore(phrase: Phrase): ContextRule['match'] {
  const pattern = new RegExp(`${phrase.pattern}$`, 'di');
  return (line, at) => {
    const from = Math.max(line.start, at - LONGEST / 2);
    maskGroup(line, phrase, pattern.exec(line.text.slice(from, at)), from);
  };
}

function mentions(line: Line, word: string, at: number): boolean {
  return line.text
    .slice(Math.max(line.start, at - LONGEST), at)
    .toLowerCase()
    .includes(word);
}

function maskGroup(line: Line, phrase: Phrase, found: RegExpExecArray | null, from: number): void {
  const [start, end] = found?.indices?.at(-1) ?? [0, 0];
  const secret = line.text.slice(from + start, from + end);
  if (isSecret(secret) && !(phrase.noWord === true && isWordy(secret))) {
    line.mask(phrase.id, from + start, from + end);
  }
}

function isSecret(text: string): boolean {
  return (
    evenLength(text) >= 3 &&
    !text.startsWith('-') &&
    !isMasked(text) &&
    !isReference(text) &&
    !isPattern(text) &&
    !isPlain(text)
  );
}
