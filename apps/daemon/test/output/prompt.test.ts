import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBorder } from '../../src/border.ts';
import { openRunOutput, type RunOutput } from '../../src/output/run-output.ts';

const QUIET_MS = 200;
const KEY = ['ghp', 'Ab3dEf9hIjKlMnOpQrStUvWxYz0123456789'].join('_');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function opened(): { readonly output: RunOutput; readonly written: () => string } {
  const bytes: Uint8Array[] = [];
  const log = {
    full: false,
    room: async () => undefined,
    write(more: Uint8Array): void {
      bytes.push(more);
    },
  };
  const output = openRunOutput({ log, border: createBorder({}).forRun({}) });
  return { output, written: () => Buffer.concat(bytes).toString() };
}

const PROMPTS: readonly {
  readonly name: string;
  /** What is printed before each silence. */
  readonly printed: readonly string[];
  /** What stands in the log after each silence, and at the end. */
  readonly shown: readonly string[];
}[] = [
  {
    name: 'a question',
    printed: ['Go on? [y/N] ', 'y\n'],
    shown: ['Go on? [y/N] ', 'Go on? [y/N] y\n'],
  },
  {
    name: 'two on one line',
    printed: ['a: ', 'b: ', 'c'],
    shown: ['a: ', 'a: b: ', 'a: b: ', 'a: b: c\n'],
  },
  {
    name: 'one with a secret after it',
    printed: ['Enter API key: ', KEY.slice(0, 10), `${KEY.slice(10)} `, 'ok\n'],
    shown: [
      'Enter API key: ',
      'Enter API key: ',
      'Enter API key: ',
      'Enter API key: [REDACTED] ok\n',
    ],
  },
  {
    name: 'one in colour',
    printed: ['\u001b[1mName:\u001b[0m ', 'x\n'],
    shown: ['Name: ', 'Name: x\n'],
  },
  {
    name: 'one in pieces of characters',
    printed: ['caf\u00c3', '\u00a9: ', '\n'],
    shown: ['', 'café: ', 'café: \n'],
  },
  {
    name: 'words that may grow',
    printed: ['Loading', '...', '\n'],
    shown: ['', '', 'Loading...\n'],
  },
  {
    name: 'one that is repainted',
    printed: ['Wait: ', '\rDone   \n'],
    shown: ['Wait: ', 'Wait: \nDone\n'],
  },
  {
    name: 'a spinner',
    printed: ['\rWork: |', '\rWork: /', '\rdone\u001b[K\n'],
    shown: ['', '', 'done\n'],
  },
  {
    name: 'what comes after whole lines',
    printed: ['one\ntwo: ', 'x\n'],
    shown: ['one\ntwo: ', 'one\ntwo: x\n'],
  },
  {
    name: 'one at the end',
    printed: ['Enter password: '],
    shown: ['Enter password: ', 'Enter password: \n'],
  },
];

it.each(PROMPTS)('shows $name', async ({ printed, shown }) => {
  const { output, written } = opened();
  for (const [index, text] of printed.entries()) {
    output.push(Buffer.from(text, /[\u0080-\u00ff]/.test(text) ? 'latin1' : 'utf8'));
    vi.advanceTimersByTime(QUIET_MS);
    expect(written()).toBe(shown[index]);
  }
  await output.end();
  expect(written()).toBe(shown.at(-1));
});

it('is not hurried by what comes in between', () => {
  const { output, written } = opened();
  for (const text of ['a: ', 'b: ', 'c: ']) {
    output.push(Buffer.from(text));
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(written()).toBe('');
  }
  vi.advanceTimersByTime(1);
  expect(written()).toBe('a: b: c: ');
});

it('has a last line that is a prompt', async () => {
  const { output } = opened();
  output.push(Buffer.from('one\nEnter password: '));
  vi.advanceTimersByTime(QUIET_MS);
  expect(output.lastLine()).toBe('Enter password:');
  await output.end();
  expect(output.lastLine()).toBe('Enter password:');
});

it('keeps no timer while no line is unfinished', async () => {
  const { output } = opened();
  output.push(Buffer.from('half a '));
  expect(vi.getTimerCount()).toBe(1);
  output.push(Buffer.from('line\n'));
  expect(vi.getTimerCount()).toBe(0);
  output.push(Buffer.from('half a '));
  vi.advanceTimersByTime(QUIET_MS);
  expect(vi.getTimerCount()).toBe(0);
  output.push(Buffer.from('line'));
  await output.end();
  expect(vi.getTimerCount()).toBe(0);
});

it('breaks an endless line into lines, and cuts neither words nor characters', async () => {
  const { output, written } = opened();
  const words = Array.from({ length: 60_000 }, (_, index) => `café${index}`);
  output.push(Buffer.from(`${words.join(' ')} ${KEY} `));
  output.push(Buffer.from('last\n'));
  await output.end();
  const lines = written().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(65_536);
  expect(written().split(/\s+/)).toEqual([...words, '[REDACTED]', 'last', '']);
  expect(output.lastLine()).toMatch(/^café0 café1 /);
});
