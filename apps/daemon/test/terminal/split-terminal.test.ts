import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastSettledLine } from '../../src/output/last-line.ts';
import { splitTerminal, type TerminalSplitter } from '../../src/terminal/split-terminal.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const ESC = '\u001b';
const CLEAR = `${ESC}[2J${ESC}[H`;
const RED = `${ESC}[31m`;
const PLAIN = `${ESC}[0m`;

interface Screening {
  readonly splitter: TerminalSplitter;
  readonly replies: string[];
  /** What was passed on so far, parts of a line put together. */
  readonly text: () => string;
}

function screening(size = { cols: 40, rows: 6 }): Screening {
  const blocks: string[] = [];
  const replies: string[] = [];
  const splitter = splitTerminal({
    size,
    reply: (text) => replies.push(text),
    onBlock: (block) => {
      const ends = block.kind === 'lines' || block.part === 'last';
      blocks.push(ends ? `${block.text}\n` : block.text);
    },
  });
  return { splitter, replies, text: () => blocks.join('') };
}

async function linesOf(...chunks: readonly (Buffer | string)[]): Promise<string[]> {
  const { splitter, text } = screening();
  for (const chunk of chunks) {
    splitter.push(Buffer.from(chunk));
  }
  await splitter.end();
  return text().split('\n').slice(0, -1);
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\r\n`).join('');

describe('what a program prints on its terminal', () => {
  it('is passed on at once as long as it holds no escape sequence', () => {
    const { splitter, text } = screening();
    splitter.push(Buffer.from('one\r\ntwo\r\nthr'));
    expect(text()).toBe('one\ntwo\n');
  });

  it('is written row by row as it scrolls off, and the rest at the end, each line once', async () => {
    const { splitter, text } = screening();
    splitter.push(Buffer.from(`${RED}${numbered(20)}`));
    await splitter.end();
    expect(text()).toBe(numbered(20).replaceAll('\r', ''));
  });

  it('has the rows that a line was wrapped to joined', async () => {
    const long = 'x'.repeat(100);
    expect(await linesOf(`${RED}${long}\r\nnext\r\n${numbered(8)}`)).toContain(long);
  });

  it('loses nothing of a line without an end, and holds little of it', async () => {
    const { splitter, text } = screening();
    splitter.push(Buffer.from(RED));
    for (let count = 0; count < 64; count += 1) {
      splitter.push(Buffer.from('y'.repeat(16 * 1024)));
      await splitter.room?.();
    }
    await splitter.end();
    expect(text().replaceAll('\n', '')).toHaveLength(64 * 16 * 1024);
  });

  it.each([
    ['a spinner', `${ESC}[?25l${'⠋ work\r⠙ work\r'.repeat(50)}done\r\n`, ['donerk']],
    [
      'a region that is painted again and again',
      `${ESC}[?25l${Array.from({ length: 30 }, (_, n) => `a ${n}\r\nb ${n}\r\n${ESC}[2A`).join('')}${ESC}[2B`,
      ['a 29', 'b 29'],
    ],
    ['a screen that is emptied and drawn anew', `first\r\n${CLEAR}second\r\n`, ['second']],
  ])('leaves no lines of %s', async (_, output, lines) => {
    expect((await linesOf(`${RED}${output}`)).filter((line) => line !== '')).toEqual(lines);
  });

  it('is painted over where it was written plainly before the first sequence', async () => {
    const lines = await linesOf('step 1\r\nstep 2\r\n', `${ESC}[1A${ESC}[2Kstep 3\r\n`);
    expect(lines).toEqual(['step 1', 'step 2', 'step 3']);
  });
});

describe('the alternate screen', () => {
  it('is written when it is left, after what stood before it, and that not again', async () => {
    const lines = await linesOf(
      `${RED}before\r\n${ESC}[?1049hinside\r\nError: quota exceeded\r\n${ESC}[?1049l\r\nafter\r\n`,
    );
    expect(lines.filter((line) => line !== '')).toEqual([
      'before',
      'inside',
      'Error: quota exceeded',
      'after',
    ]);
  });

  it('is written when the program ends in it', async () => {
    expect(await linesOf(`${RED}before\r\n${ESC}[?1049h${ESC}[Hinside`)).toEqual([
      'before',
      'inside',
    ]);
  });

  it('is written when the terminal is reset in it', async () => {
    expect(await linesOf(`${RED}${ESC}[?1049hinside${ESC}c`)).toEqual(['inside']);
  });
});

describe('the last line', () => {
  it.each([
    [
      'the screen is restored after it',
      `${ESC}[?1049h${ESC}[?25l${ESC}]0;agent\u0007Work\rWorki\rWorking..\r\n${RED}Error: quota exceeded${PLAIN}\r\n${ESC}[?25h${ESC}[?1049l\r\n\n`,
    ],
    [
      'something stood on the screen that is restored',
      `welcome\r\n${ESC}[?1049hError: quota exceeded\r\n${ESC}[?1049l`,
    ],
    ['the screen is emptied after it', `${RED}Error: quota exceeded\r\n${CLEAR}`],
    ['the terminal is reset after it', `${RED}Error: quota exceeded\r\n${ESC}c`],
    ['only frames follow', `${RED}Error: quota exceeded\r\n╰────╯\r\n`],
  ])('is the one a person would call the error when %s', async (_, output) => {
    expect(lastSettledLine((await linesOf(output)).join('\n'))).toBe('Error: quota exceeded');
  });
});

describe('a terminal', () => {
  it.each([
    ['what it is', `${ESC}[c`, '[?1;2c'],
    ['where the cursor is', `${ESC}[3;5H${ESC}[6n`, '[3;5R'],
    ['its background', `${ESC}]11;?\u0007`, ']11;rgb:0000/0000/0000'],
  ])('answers %s', async (_, question, answer) => {
    const { splitter, replies } = screening();
    splitter.push(Buffer.from(question));
    await splitter.end();
    expect(replies.join('')).toContain(`${ESC}${answer}`);
  });

  it('shows what is on it now, wrapped lines as one', async () => {
    const { splitter } = screening();
    splitter.push(Buffer.from(`${CLEAR}title\r\n${'z'.repeat(50)}`));
    splitter.push(Buffer.from(`${ESC}[1;1HTITLE`));
    await expect.poll(() => splitter.screen()).toEqual(['TITLE', 'z'.repeat(50)]);
  });

  it.each([
    ['at once', [numbered(5000)]],
    ['line by line', Array.from({ length: 500 }, (_, index) => `line ${4501 + index}\r\n`)],
  ])('shows the end of much plain output that came %s', (_, chunks) => {
    const { splitter } = screening();
    for (const chunk of chunks) {
      splitter.push(Buffer.from(chunk));
    }
    expect(splitter.screen()).toEqual([4996, 4997, 4998, 4999, 5000].map((n) => `line ${n}`));
  });

  it('shows only what fits on it of long lines', () => {
    const { splitter } = screening();
    splitter.push(Buffer.from(`${'x'.repeat(5000)}\r\n${'é'.repeat(30)}\r\nlast\r\n`));
    expect(splitter.screen()).toEqual(['é'.repeat(30), 'last']);
  });

  it('shows plain output too', () => {
    const { splitter } = screening();
    splitter.push(Buffer.from(numbered(20)));
    expect(splitter.screen()).toEqual(['line 16', 'line 17', 'line 18', 'line 19', 'line 20']);
  });
});

const piece = fc.constantFrom(
  'word ',
  'é☕',
  '\r\n',
  '\r',
  CLEAR,
  RED,
  `${ESC}[2A`,
  `${ESC}[?1049h`,
  `${ESC}[?1049l`,
  `${ESC}[K`,
  'x'.repeat(45),
  `${ESC}c`,
);

describe('chunks', () => {
  it('make no difference, wherever they begin and end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 8 }),
        async (pieces, cuts) => {
          const whole = Buffer.from(RED + pieces.join(''));
          const at = [0, ...cuts.filter((cut) => cut < whole.length), whole.length];
          const places = at.toSorted((a, b) => a - b);
          const chunks = places.slice(1).map((end, index) => whole.subarray(places[index], end));
          expect(await linesOf(...chunks)).toEqual(await linesOf(whole));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('many terminals', () => {
  it('leave nothing behind when they end', async () => {
    const round = async (count: number): Promise<number> => {
      for (let index = 0; index < count; index += 1) {
        await linesOf(`${RED}${numbered(50)}`);
      }
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = await round(50);
    const grownBytes = (await round(500)) - before;
    // A terminal has about 200 kB: 500 that stayed would be 100 MB.
    expect(grownBytes).toBeLessThan(30_000_000);
  });
});
