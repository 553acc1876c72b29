import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../src/index.ts';

const ESC = '\u001b';
const BEL = '\u0007';

describe('cleanText', () => {
  it.each([
    { what: 'colours', raw: `${ESC}[1;31merror${ESC}[0m here`, clean: 'error here' },
    { what: 'private modes', raw: `${ESC}[?25l${ESC}[>4;2mready${ESC}[?2004h`, clean: 'ready' },
    { what: 'CSI with intermediates', raw: `a${ESC}[4 qb${ESC}[!pc`, clean: 'abc' },
    { what: 'a title ended by BEL', raw: `${ESC}]0;title${BEL}text`, clean: 'text' },
    { what: 'a title ended by ST', raw: `${ESC}]0;title${ESC}\\text`, clean: 'text' },
    { what: 'a link', raw: `${ESC}]8;;http://x${ESC}\\a${ESC}]8;;${ESC}\\b`, clean: 'ab' },
    { what: 'DCS', raw: `${ESC}P1$r0m${ESC}\\text`, clean: 'text' },
    { what: 'APC', raw: `${ESC}_Gi=1;AAAA${ESC}\\text`, clean: 'text' },
    { what: 'PM and SOS', raw: `${ESC}^one${ESC}\\a${ESC}Xtwo${ESC}\\b`, clean: 'ab' },
    { what: '8-bit introducers', raw: '\u009b31ma\u009d0;t\u009cb\u0090q\u009cc', clean: 'abc' },
    { what: 'two-byte escapes', raw: `${ESC}7a${ESC}(Bb${ESC}=c${ESC}M`, clean: 'abc' },
    { what: 'a CSI that is cut off', raw: `end${ESC}[31`, clean: 'end' },
    { what: 'a title that is cut off', raw: `end${ESC}]0;ti`, clean: 'end' },
    { what: 'an escape that is cut off', raw: `end${ESC}`, clean: 'end' },
    { what: 'a title that never ends', raw: `${ESC}]0;ti\nnext line`, clean: 'next line' },
    { what: 'a sequence with a NUL inside', raw: `${ESC}[3\u00001mred`, clean: 'red' },
    {
      what: 'NUL and other controls',
      raw: 'fatal: bad\u0000magic\u0001 here',
      clean: 'fatal: badmagic here',
    },
    { what: 'backspaces', raw: 'a\bb\u007f', clean: 'ab' },
    {
      what: 'line breaks of every kind',
      raw: 'a\r\nb\nc\u0085d\u2028e\u2029f\vg\fh',
      clean: 'a b c d e f g h',
    },
    { what: 'a control between blanks', raw: 'a \u0001 b', clean: 'a b' },
    { what: 'blanks', raw: ' \t a\u00a0\u3000b  ', clean: 'a b' },
    {
      what: 'bidirectional controls',
      raw: '\u202eevil\u2066x\u2069\u200e\u200f\u061c',
      clean: 'evilx',
    },
    { what: 'byte-order marks', raw: '\ufeffa\ufeffb', clean: 'ab' },
    { what: 'lone surrogates', raw: 'a\ud83db\ude00', clean: 'a\ufffdb\ufffd' },
  ])('takes care of $what', ({ raw, clean }) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it('leaves quotes, accents and joined emoji alone', () => {
    const text = '"été" 👩‍👩‍👧 日本語 — …';
    expect(cleanText(text)).toBe(text);
  });

  it('finds nothing more to do in what it has cleaned', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });

  it.each([`${ESC}]`, `${ESC}[`, '\u009d', `${ESC}[0 `, ` ${ESC}`, '\u00a0', `${ESC}P\u0000`])(
    'takes time in proportion to a text full of %j',
    (unit) => {
      const fast = cpuMsOf(unit.repeat(80_000));
      const slow = cpuMsOf(unit.repeat(640_000));
      expect(slow).toBeLessThan(Math.max(fast, 20) * 40);
    },
  );
});

function cpuMsOf(text: string): number {
  const before = process.threadCpuUsage();
  cleanText(text);
  return process.threadCpuUsage(before).user / 1000;
}
