import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureText } from '../src/cut-text.ts';
import { cutText } from '../src/index.ts';

const FAMILY = '👩‍👩‍👧';

describe('cutText', () => {
  it.each([
    { what: 'leaves what fits', text: 'abcd', limit: [4, 100], cut: 'abcd' },
    { what: 'counts the ellipsis in', text: 'abcde', limit: [4, 100], cut: 'abc…' },
    {
      what: 'counts characters, not code units',
      text: FAMILY.repeat(3),
      limit: [3, 100],
      cut: FAMILY.repeat(3),
    },
    {
      what: 'never cuts inside a character',
      text: FAMILY.repeat(3),
      limit: [2, 100],
      cut: `${FAMILY}…`,
    },
    { what: 'keeps a limit of bytes', text: 'ééééé', limit: [100, 8], cut: 'éé…' },
    { what: 'leaves what fits to the byte', text: 'éééé', limit: [100, 8], cut: 'éééé' },
    { what: 'leaves no blank before the ellipsis', text: 'ab cdef', limit: [4, 100], cut: 'ab…' },
    { what: 'holds nothing where no ellipsis fits', text: 'abc', limit: [0, 100], cut: '' },
    { what: 'holds nothing in two bytes', text: 'abc', limit: [100, 2], cut: '' },
  ])('$what', ({ text, limit: [graphemes = 0, bytes = 0], cut }) => {
    expect(cutText(text, { graphemes, bytes })).toBe(cut);
  });

  it('keeps both limits, and all of a text that does', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.nat(40), fc.nat(90), (text, graphemes, bytes) => {
        const limit = { graphemes, bytes };
        const size = measureText(cutText(text, limit));
        expect(size.graphemes).toBeLessThanOrEqual(graphemes);
        expect(size.bytes).toBeLessThanOrEqual(bytes);
        const whole = measureText(text);
        const fits = whole.graphemes <= graphemes && whole.bytes <= bytes;
        expect(cutText(text, limit) === text).toBe(fits);
      }),
    );
  });

  it('looks at no more of a huge text than could fit', () => {
    const huge = Buffer.alloc(30_000_000, `${FAMILY}é`).toString();
    const before = process.threadCpuUsage();
    const cut = cutText(huge, { graphemes: 240, bytes: 4096 });
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(200);
    expect(measureText(cut).graphemes).toBe(240);
  });

  it('counts characters as the system does, also where it need not ask', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const near = fc.integer({ min: 0x20, max: 0x2fff }).map((code) => String.fromCharCode(code));
    const some = fc.constantFrom(
      ' ',
      'e',
      '\u0301',
      '\u200d',
      '\u00ad',
      '—',
      '…',
      '\r',
      '\n',
      '©',
      '\ufe0f',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(near, some), { maxLength: 6 }), (characters) => {
        const text = characters.join('');
        expect(measureText(text).graphemes).toBe([...segmenter.segment(text)].length);
      }),
      { numRuns: 2000 },
    );
  });

  it('measures bytes as an encoder does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(measureText(text).bytes).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
