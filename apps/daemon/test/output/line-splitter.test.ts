import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayHoldControl } from '../../src/output/has-control.ts';
import { type LineBlock, splitLines } from '../../src/output/line-splitter.ts';

const CASES: readonly { name: string; chunks: (string | number[])[]; lines: string[] }[] = [
  { name: 'lines', chunks: ['a\nb\n'], lines: ['a', 'b'] },
  { name: 'an unfinished line', chunks: ['a\nb'], lines: ['a', 'b'] },
  { name: 'blank lines', chunks: ['\n\na\n\n'], lines: ['', '', 'a', ''] },
  { name: 'a line in pieces', chunks: ['a', 'b', 'c\nd'], lines: ['abc', 'd'] },
  { name: 'Windows line ends, split', chunks: ['a\r', '\nb\r\n'], lines: ['a', 'b'] },
  { name: 'overwritten lines', chunks: ['Wo', 'rk\rWor', 'king\r\nx\n'], lines: ['Working', 'x'] },
  {
    name: 'characters in pieces',
    chunks: [
      [0x63, 0xc3],
      [0xa9, 0x20, 0xe2],
      [0x98, 0x95, 0x0a],
    ],
    lines: ['cé ☕'],
  },
  {
    name: 'bytes that are no text',
    chunks: [[0x20, 0xff, 0xfe, 0x20, 0x0a]],
    lines: [' \ufffd\ufffd '],
  },
  { name: 'a cut character', chunks: [[0xe2, 0x98, 0x0a, 0x61]], lines: ['\ufffd', 'a'] },
  { name: 'an escape sequence in pieces', chunks: ['a\u001b[3', '1mb\n'], lines: ['ab'] },
  { name: 'NUL bytes', chunks: ['a\0b\n'], lines: ['ab'] },
];

it.each(CASES)('splits $name', ({ chunks, lines }) => {
  expect(split(chunks.map((chunk) => Buffer.from(chunk as string)))).toEqual(lines);
});

it.each([
  { printed: 'a\r\nb\r\n', text: 'a\nb', asBytes: true },
  { printed: 'é\r\n\r\n', text: 'é\n', asBytes: true },
  { printed: '5 °C · £\r\n', text: '5 °C · £', asBytes: true },
  { printed: 'a\u009bb\r\nc\r\n', text: 'a\nc', asBytes: false },
  { printed: 'abc\rd\r\n', text: 'dbc', asBytes: false },
  { printed: 'a\r\r\n', text: 'a', asBytes: false },
])(
  'takes a newline with a carriage return before it for one: $printed',
  ({ printed, text, asBytes }) => {
    const blocks: { text: string; bytes: string | undefined }[] = [];
    const splitter = splitLines((block) => {
      const bytes = block.kind === 'lines' ? block.bytes : undefined;
      blocks.push({ text: block.text, bytes: bytes && Buffer.from(bytes).toString() });
    });
    splitter.push(Buffer.from(printed));
    expect(blocks).toEqual([{ text, bytes: asBytes ? `${text}\n` : undefined }]);
  },
);

it('gives the same for a terminal as for a pipe, where lines end without a carriage return', async () => {
  const word = fc.constantFrom(
    'word',
    ' ',
    '\t',
    'é',
    '°',
    '😀',
    '\u0085',
    '\u001b[31m',
    '\b',
    '\0',
  );
  const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
  await fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const onTerminal = blocksOf([Buffer.from(lines.map((one) => `${one}\r\n`).join(''))]);
      expect(onTerminal).toEqual(blocksOf([Buffer.from(lines.map((one) => `${one}\n`).join(''))]));
    }),
    { numRuns: 1000 },
  );
});

it('does not keep the chunk it was lent', () => {
  const texts: string[] = [];
  const splitter = splitLines((block) => texts.push(block.text));
  const chunk = Buffer.from('abc');
  splitter.push(chunk);
  chunk.fill(0x78);
  splitter.push(Buffer.from('\n'));
  expect(texts).toEqual(['abc']);
});

it('passes an overlong line on in parts, cut at white space', () => {
  const blocks = blocksOf([Buffer.from(`${'word '.repeat(10)}end\nnext\n`)], 20);
  expect(blocks).toEqual([
    { kind: 'part', part: 'first', text: 'word word word word ' },
    { kind: 'part', part: 'middle', text: 'word word word word ' },
    { kind: 'part', part: 'last', text: 'word word end' },
    { kind: 'lines', text: 'next' },
  ]);
});

it('cuts no character of an overlong line', () => {
  const text = 'é☕😀'.repeat(40);
  for (let max = 8; max < 30; max += 1) {
    const texts = blocksOf([Buffer.from(text)], max).map((block) => block.text);
    expect(texts.join('')).toBe(text);
  }
});

it('keeps an endless spinner one line', () => {
  const frames = Array.from({ length: 1000 }, (_, index) => `Working ${index} of 1000\r`).join('');
  expect(blocksOf([Buffer.from(`${frames}\u001b[Kdone\n`)], 100)).toEqual([
    { kind: 'lines', text: 'done' },
  ]);
});

it('gives the same lines wherever the input is split', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('\n', '\r\n', '\r', '\u001b[2K', ' ', '\u001b[31m', 'é', '😀')
      .map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(400), { maxLength: 20 }),
      fc.constantFrom(8, 16, 33, 65_536),
      (pieces, cuts, max) => {
        const input = Buffer.concat(pieces);
        expect(joined(blocksOf(cutAt(input, cuts), max))).toEqual(joined(blocksOf([input], max)));
      },
    ),
    { numRuns: 2000 },
  );
});

it('holds no more of a 100 MB line than its limit', () => {
  let longest = 0;
  let sizeBytes = 0;
  const splitter = splitLines((block) => {
    longest = Math.max(longest, block.text.length);
    sizeBytes += block.text.length;
  });
  const chunk = Buffer.alloc(65_536, 'x');
  const before = memory();
  let most = 0;
  for (let count = 0; count < 1600; count += 1) {
    splitter.push(chunk);
    most = Math.max(most, count % 100 === 0 ? memory() - before : 0);
  }
  splitter.end();
  expect(sizeBytes).toBe(1600 * 65_536);
  expect(longest).toBe(65_536);
  expect(most).toBeLessThan(64e6);
});

function memory(): number {
  return process.memoryUsage().rss;
}

function cutAt(input: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.toSorted((a, b) => a - b), input.length];
  return places.slice(1).map((end, index) => input.subarray(places[index], end));
}

function blocksOf(chunks: readonly Buffer[], max?: number): LineBlock[] {
  const blocks: LineBlock[] = [];
  const splitter = splitLines(({ bytes, ...block }: LineBlock & { bytes?: Uint8Array }) => {
    if (bytes !== undefined) {
      expect(Buffer.from(bytes).toString()).toBe(`${block.text}\n`);
    }
    blocks.push(block);
  }, max);
  for (const chunk of chunks) {
    splitter.push(chunk);
  }
  splitter.end();
  return blocks;
}

function split(chunks: readonly Buffer[]): string[] {
  return blocksOf(chunks).flatMap((block) => block.text.split('\n'));
}

// Blocks may be larger or smaller; the lines and parts in them may not differ.
function joined(blocks: readonly LineBlock[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'part' ? [`${block.part}:${block.text}`] : block.text.split('\n'),
  );
}

it('sees every control character, wherever it stands', () => {
  for (let code = 0; code < 0x100; code += 1) {
    const character = String.fromCharCode(code);
    const isPlain = !/[\p{Cc}]/u.test(character) || character === '\t' || character === '\n';
    for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
      const bytes = Buffer.from(`${before}${character}`);
      // A character that begins like one is looked at too.
      expect(mayHoldControl(bytes)).toBe(!isPlain || bytes.includes(0xc2));
    }
  }
});
