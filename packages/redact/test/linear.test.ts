import { describe, expect, it, vi } from 'vitest';
import { redact } from '../src/index.ts';
import { vendorTokens } from '../src/vendors/vendor-tokens.ts';

vi.setConfig({ testTimeout: 120_000 });

const SMALL = 100_000;
const LARGE = 1_000_000;
/** Ten times the text may take this much longer: a quadratic rule would take a hundred times. */
const MOST = 30;
/** Below this the clock says nothing. */
const FLOOR_MS = 20;

const repeated: Record<string, string> = {
  'a prefix that its own tail may hold': 'sk-',
  commands: 'curl x ',
  'commands with options': 'mysql -',
  'halves of JSON Web Tokens': 'eyJaaaaaaaa.',
  schemes: '://',
  'addresses without an end': 'a://b:',
  addresses: 'http://a:b/c@',
  assignments: 'token=',
  'assignments of nothing': 'key=',
  'JSON names': '"password":"',
  'escaped quotes': '\\"',
  backslashes: '\\',
  'one letter': 'a',
  'terminal escapes': '\u001b',
  colours: '\u001b[1m',
  'beginnings of keys': '-----BEGIN PRIVATE KEY-----',
  'beginnings of keys on lines': '-----BEGIN PRIVATE KEY-----\n',
  headers: 'authorization: bearer ',
  cookies: 'cookie: a=b; ',
  prose: 'password is ',
  'opened quotes': "token='",
  'carriage returns': 'token=a\r',
  'heads that end in a literal': 'AzFu',
  'schemes without a header': 'bearer+',
  'words of commands': '"curl","',
  'encoded names': 'token%3D',
  'pipes into sudo': 'echo x | sudo -S ',
  'names before words': 'login session ',
  'parts of words': 'sk-a',
  'prefixes that end in another one': 'csk-',
  'names without a value': 'sig ',
  'escaped quotes behind a prefix': 'sk-\\"',
};
const prefixes = [...new Set(vendorTokens.flatMap((rule) => rule.prefixes))].filter(
  (_prefix, index) => index % 9 === 0,
);

describe('work grows with the text and no faster', () => {
  it.each([
    ...Object.entries(repeated),
    ...prefixes.map((prefix): [string, string] => [`the prefix ${prefix}`, prefix]),
  ])('on repeated %s', (_name, part) => {
    expectLinear((length) => part.repeat(Math.ceil(length / part.length)));
  });

  it('on a header followed by blanks', () => {
    expectLinear((length) => `authorization${' '.repeat(length)}`);
  });

  it('on a key without an end', () => {
    expectLinear(
      (length) =>
        `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(length / 33)}`,
    );
  });
});

function expectLinear(make: (length: number) => string): void {
  const small = make(SMALL);
  redact(small);
  const smallMs = Math.max(
    FLOOR_MS,
    cpuMs(() => redact(small)),
  );
  expect(cpuMs(() => redact(make(LARGE)))).toBeLessThan(smallMs * MOST);
}

/** Time on the processor: what else the machine does must not count. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
