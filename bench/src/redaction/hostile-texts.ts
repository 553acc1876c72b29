const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Parts that make trouble when nothing else stands in a text. */
const REPEATED = [
  'sk-',
  'sk-ant-',
  'ghp_',
  'xoxb-',
  'AKIA',
  'eyJaaaaaaaa.',
  'glpat-',
  'curl x ',
  'curl -u ',
  'mysql -p',
  '://',
  'a://b:',
  'https://a:b@',
  'token=',
  'key=',
  'password: ',
  '"password":"',
  '\\"',
  '\\',
  'a',
  ' ',
  '\u001b[1m',
  '-----BEGIN PRIVATE KEY-----',
  'authorization: bearer ',
  'cookie: a=b; ',
  "token='",
  '[REDACTED]',
  'a:b:c:d:e',
  'sk-ant- ',
  'dp.',
  'AIza',
  'unzip ',
  '_mmk',
  'Q~',
  'csk-',
  'pat-',
  'gsk_',
  'sk_',
  'hvr.',
  'sig ',
  '7z ',
] as const;

/** Texts of `size` bytes that are as bad as can be made for rules like these, by name. */
export function hostileTexts(size: number): ReadonlyMap<string, Buffer> {
  const filled = (part: string): Buffer => Buffer.alloc(size, part);
  return new Map([
    ...REPEATED.map((part) => [JSON.stringify(part), filled(part)] as const),
    ['a header and blanks', Buffer.from(`authorization${' '.repeat(size - 13)}`)],
    ['base64', filled(LETTERS)],
    [
      'a key without an end',
      Buffer.from(`-----BEGIN PRIVATE KEY-----\n${`${LETTERS}\n`.repeat(size / 65)}`),
    ],
  ]);
}
