import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTail, outputTail } from '../src/output-tail.ts';

describe('the tail of an output', () => {
  it('is nothing while nothing was printed', () => {
    expect(outputTail(10).text()).toBeUndefined();
  });

  it.each([
    { says: 'all of a short output', sizeBytes: 10, chunks: ['ab', 'c'], text: 'abc' },
    { says: 'the end of a long one', sizeBytes: 4, chunks: ['abc', 'def', 'g'], text: 'defg' },
    { says: 'the end of one long chunk', sizeBytes: 3, chunks: ['abcdefg'], text: 'efg' },
    { says: 'whole characters only', sizeBytes: 4, chunks: ['a☕☕'], text: '☕' },
  ])('is $says', ({ sizeBytes, chunks, text }) => {
    expect(
      written(
        sizeBytes,
        chunks.map((chunk) => Buffer.from(chunk)),
      ),
    ).toBe(text);
  });

  it('shows a replacement mark for each byte that is not UTF-8, and keeps NUL', () => {
    expect(written(20, [Buffer.from([0x61, 0xff, 0xfe, 0x00, 0x62])])).toBe('a\u{fffd}\u{fffd}\0b');
  });

  it('keeps a character that comes in pieces', () => {
    const bytes = [...Buffer.from('café ☕ 🙂')].map((byte) => Buffer.from([byte]));
    expect(written(100, bytes)).toBe('café ☕ 🙂');
  });

  it('is the same however the output is cut into chunks, and never too long', () => {
    const output = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }).map(Buffer.from),
      bytesOf(),
    );
    fc.assert(
      fc.property(
        output,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (all, size, step) => {
          const text = written(size, chunksOf(all, step));
          expect(text).toBe(written(size, [all]));
          expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(size);
        },
      ),
    );
  });

  it('is the end of the output whenever that is UTF-8', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.integer({ min: 4, max: 40 }),
        (text, size) => {
          const tail = cutTail(text, size);
          expect(text.endsWith(tail)).toBe(true);
          expect(Buffer.byteLength(tail)).toBeGreaterThan(
            Math.min(Buffer.byteLength(text), size) - 4,
          );
          expect(written(size, [Buffer.from(text)]) ?? '').toBe(tail);
        },
      ),
    );
  });
});

function written(sizeBytes: number, chunks: readonly Buffer[]): string | undefined {
  const tail = outputTail(sizeBytes);
  for (const chunk of chunks) {
    tail.write(chunk);
  }
  return tail.text();
}

function bytesOf(): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes));
}

function chunksOf(all: Buffer, step: number): Buffer[] {
  const count = Math.ceil(all.length / step);
  return Array.from({ length: count }, (_, i) => all.subarray(i * step, (i + 1) * step));
}
