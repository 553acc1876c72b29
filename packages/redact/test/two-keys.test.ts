import { createRedactor, redact } from '@harness/redact';
import { describe, expect, it } from 'vitest';

// Made here, so that no scanner takes the test for a leak.
const body = (letter: string): string => letter.repeat(2) + 'Qx7Rt9Lm3Kp5Wz1Vb8Nc'.repeat(3);
const key = (letter: string): string =>
  ['BEGIN', 'END']
    .map((word) => `-----${word} PRIVATE KEY-----`)
    .join(`\n${body(letter)}\n${body(letter).toLowerCase()}\n`);

describe('two private keys one behind the other', () => {
  it.each([
    { how: 'joined without a newline', text: key('A') + key('B') },
    { how: 'joined by a blank', text: `${key('A')} ${key('B')}` },
    {
      how: 'in two strings of one line of JSON',
      text: JSON.stringify({ message: key('A'), stack: key('B') }),
    },
  ])('are both masked when $how', ({ text }) => {
    for (const masked of [redact(text), streamed(text)]) {
      for (const part of [body('A'), body('B'), body('A').toLowerCase(), body('B').toLowerCase()]) {
        expect(masked).not.toContain(part.slice(0, 12));
      }
    }
  });
});

function streamed(text: string): string {
  const redactor = createRedactor();
  return `${redactor.write(text)}${redactor.end()}`;
}
