import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastReadableLine } from '../../src/output/last-line.ts';

const CASES: readonly { name: string; output: string; line: string | undefined }[] = [
  { name: 'nothing', output: '', line: undefined },
  { name: 'only blank lines', output: ' \n\t\r\n\n', line: undefined },
  { name: 'a last line without a newline', output: 'one\ntwo', line: 'two' },
  { name: 'blank lines after it', output: 'one\ntwo\n\n   \n', line: 'two' },
  { name: 'Windows line ends', output: 'one\r\ntwo\r\n', line: 'two' },
  { name: 'colours', output: '\u001b[31mError: quota\u001b[0m\n', line: 'Error: quota' },
  {
    name: 'a restored screen',
    output:
      '\u001b[?1049h\u001b[?25l\u001b]0;agent\u0007Work\rWorki\rWorking..\r\n\u001b[31mError: quota exceeded\u001b[0m\r\n\u001b[?25h\u001b[?1049l\r\n\n',
    line: 'Error: quota exceeded',
  },
  { name: 'a title with a string end', output: 'a\n\u001b]2;t i t l e\u001b\\', line: 'a' },
  { name: 'a link', output: '\u001b]8;;http://x y\u001b\\text\u001b]8;;\u001b\\', line: 'text' },
  { name: 'a device string', output: 'a\n\u001bPq#0;2;0~~\u001b\\\n', line: 'a' },
  {
    name: 'a passed through string',
    output: 'a\n\u001bPtmux;\u001b\u001b]0;x\u0007\u001b\\',
    line: 'a',
  },
  { name: 'an application string', output: 'a\u001b_Gi=1;AAAA\u001b\\', line: 'a' },
  { name: 'private markers', output: '\u001b[>4;1m\u001b[<u\u001b[=5u\u001b[0 qa', line: 'a' },
  { name: 'eight bit controls', output: '\u009b31mred\u009b0m \u009d0;t\u009cx', line: 'red x' },
  {
    name: 'character sets and keypads',
    output: '\u001b(B\u001b7\u001b=a\u001b8\u001b>',
    line: 'a',
  },
  { name: 'an unfinished title', output: 'a\nb \u001b]0;', line: 'b 0;' },
  { name: 'an unfinished sequence', output: 'a\u001b[', line: 'a' },
  { name: 'an overwritten line', output: 'Working 10%\rWorking 99%\rdone', line: 'doneing 99%' },
  { name: 'an erased line', output: 'Working 10%\r\u001b[Kdone', line: 'done' },
  { name: 'a wholly erased line', output: 'error\nspin\r\u001b[2K', line: 'error' },
  { name: 'backspaces', output: 'abc\b\b\bxyz', line: 'xyz' },
  { name: 'a column', output: 'abc\u001b[1Gx\u001b[3Gz', line: 'xbz' },
  { name: 'gaps by cursor moves', output: 'a\u001b[2Cb', line: 'a  b' },
  { name: 'rows by position', output: '\u001b[5;1Hone\u001b[6;3Htwo', line: 'two' },
  {
    name: 'a frame below',
    output: 'error\n\u256d\u2500\u2500\u256e\n\u2502  \u2502\n\u2570\u2500\u2500\u256f\n',
    line: 'error',
  },
  { name: 'a rule below', output: 'error\n-----\n+---+\n====', line: 'error' },
  { name: 'a spinner below', output: 'error\n\u280b \n', line: 'error' },
  { name: 'invisible characters below', output: 'error\n\u200b\ufeff\u00a0\n', line: 'error' },
  { name: 'a huge column', output: 'a\u001b[999999999Cb', line: `a${' '.repeat(249)}b` },
];

it.each(CASES)('reads past $name', ({ output, line }) => {
  expect(lastReadableLine(output)).toBe(line);
});

it('never splits a character where it cuts', () => {
  const line = lastReadableLine(`a${'\u{1f600}'.repeat(5000)}`);
  expect(line).toBe(`a${'\u{1f600}'.repeat(4095)}`);
});

it('leaves no control character in any line', async () => {
  await fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (output) => {
      expect(lastReadableLine(`${output}\u001b[1m`) ?? '').not.toMatch(/(?!\t)\p{Cc}/u);
    }),
  );
});

it.each([
  '\u001b]',
  '\u001bP',
  '\u001b\u001bP',
  '\u009d',
  '\u0090',
  '\u001b[',
  '\r\n',
  '\r',
  '\u001b[;',
  '\u2502\n',
  '\u001b[1C',
  'x\b',
])('takes no longer than its length explains for 1 MB of %j', (unit) => {
  const output = unit.repeat(1_000_000 / unit.length);
  const before = process.cpuUsage();
  lastReadableLine(output);
  const { user, system } = process.cpuUsage(before);
  // Some 100 ms in one pass; many minutes if every sequence looked through the rest.
  expect((user + system) / 1000).toBeLessThan(3000);
});
