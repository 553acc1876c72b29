import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkSchema, formatProblem, placeFindings, readToml } from '../src/index.ts';
import {
  commandList,
  duration,
  filePath,
  oneOf,
  plainText,
  textList,
  wholeNumber,
  yesOrNo,
} from '../src/schema.ts';

const schema = z.strictObject({
  table: z
    .strictObject({
      words: textList(['a'], 1).optional(),
      program: commandList(['/bin/x'], true).optional(),
      kind: oneOf(['alpha', 'beta']).optional(),
      count: wholeNumber(1, 9).optional(),
      on: yesOrNo().optional(),
      wait: duration({ from: '1s', to: '5m', example: '15s' }).optional(),
      pause: duration({ from: '0s', to: '1h', example: '15m' }).optional(),
      limit: duration({ from: '1s', to: '1h', zero: true, example: '10m' }).optional(),
      path: filePath('~/x').optional(),
      text: plainText('hello').optional(),
      secret: plainText('hello').optional(),
      need: z.string({ error: 'must be a string' }),
    })
    .optional(),
});

function problemsOf(line: string): string[] {
  const document = readToml(`[table]\n${line}\nneed = "x"`, 'f');
  if (document.kind === 'refused') {
    throw new Error(document.problems.map(formatProblem).join());
  }
  const isPrivate = (path: readonly (string | number)[]): boolean => path.includes('secret');
  return placeFindings(document, checkSchema(schema, document.value, { isPrivate })).map(
    formatProblem,
  );
}

it.each([
  [
    'kind = "alpah"',
    'f:2:8: table.kind = "alpah": must be one of "alpha", "beta"; did you mean "alpha"?',
  ],
  ['kind = 3', 'f:2:8: table.kind = 3: must be one of "alpha", "beta", not a number'],
  ['count = 0', 'f:2:9: table.count = 0: must be a whole number from 1 to 9'],
  ['count = 1.5', 'f:2:9: table.count = 1.5: must be a whole number from 1 to 9'],
  ['count = nan', 'f:2:9: table.count = nan: must be a whole number from 1 to 9'],
  ['count = -inf', 'f:2:9: table.count = -inf: must be a whole number from 1 to 9'],
  [
    'count = 99999999999999999999',
    'f:2:9: table.count = 99999999999999999999: must be a whole number from 1 to 9',
  ],
  ['on = "yes"', 'f:2:6: table.on = "yes": must be true or false, not a string'],
  [
    'text = 2026-01-02',
    'f:2:8: table.text = 2026-01-02: must be a string such as "hello", not a date or time',
  ],
  [
    'text = 10:00:00',
    'f:2:8: table.text = 10:00:00.000: must be a string such as "hello", not a date or time',
  ],
  ['text = "  "', 'f:2:8: table.text = "  ": must not be blank: write a string such as "hello"'],
  ['text = "a\\u0000"', 'f:2:8: table.text = "a\\u0000": must not hold a NUL character'],
  ['secret = 3', 'f:2:10: table.secret must be a string such as "hello", not a number'],
  ['words = []', 'f:2:9: table.words = []: must not be empty: write a list such as ["a"]'],
  [
    'words = "a"',
    'f:2:9: table.words = "a": must be a list of strings such as ["a"], not a string',
  ],
  [
    'words = ["a", {b = 1}]',
    'f:2:15: table.words[1] = { … }: must be a string: the list is one such as ["a"], not a table',
  ],
  ['path = "~root/x"', /another user's home/],
  ['path = "$HOME/x"', /variable/],
  ['wait = 15', 'f:2:8: table.wait = 15: must be a duration such as "15s", not a number'],
  ['wait = 0', /must be a duration/],
  ['wait = "999ms"', 'f:2:8: table.wait = "999ms": must be from 1s to 5m, such as "15s"'],
  ['wait = "5m1ns"', /from 1s to 5m/],
  ['wait = "1d"', /unit "d"/],
  ['pause = 1', /must be a duration/],
  ['limit = "1ms"', 'f:2:9: table.limit = "1ms": must be 0, or from 1s to 1h, such as "10m"'],
  ['wrods = ["a"]', 'f:2:1: unknown key "wrods" in [table]; did you mean "words"?'],
  ['__proto__ = 1', /^f:2:1: unknown key "__proto__" in \[table\]; known are/],
  ['constructor = 1', /^f:2:1: unknown key "constructor" in \[table\]/],
  ['"a\\nb\\u202e" = 1', /^f:2:1: unknown key "a\\nb\\u202e" in/],
  ['program = ["x"]', /^f:2:12: table\.program\[0\] = "x": must be an absolute path/],
])('%s is refused: %s', (line, expected) => {
  expect(problemsOf(line)).toEqual([
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  ]);
});

it.each([
  'pause = 0',
  'pause = "0"',
  'limit = 0',
  'limit = "0s"',
  'wait = "5m"',
  'path = "~"',
  'path = "a b"',
  'words = [""]',
  'program = ["/bin/sh -c x", "", "$(id)"]',
])('%s is fine', (line) => {
  expect(problemsOf(line)).toEqual([]);
});

it('says everything at once, in the order of the text, and points a missing key at its table', () => {
  const document = readToml('[table]\nzzz = 1\nprogram = ["x", 3]\ncount = 77', 'f');
  const found = document.kind === 'document' ? checkSchema(schema, document.value) : [];
  const lines =
    document.kind === 'document' ? placeFindings(document, found).map(formatProblem) : [];
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'f:1:2',
    'f:2:1',
    'f:3:12',
    'f:3:17',
    'f:4:9',
  ]);
  expect(lines[0]).toBe('f:1:2: table.need is missing: it must be a string');
});
