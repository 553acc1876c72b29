import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  commandList,
  duration,
  filePath,
  oneOf,
  plainText,
  quickCheck,
  textList,
  wholeNumber,
  yesOrNo,
} from '../src/schema.ts';

const PARTS: readonly [string, z.ZodType][] = [
  ['a program', commandList(['/bin/a'], false)],
  ['an absolute program', commandList(['/bin/a'], true)],
  ['a duration', duration({ from: '1s', to: '5m', example: '15s' })],
  ['a duration or zero', duration({ from: '1s', to: '5m', example: '15s', zero: true })],
  ['a path', filePath('a')],
  ['a text', plainText('a')],
  ['a list of texts', textList(['a'], 1)],
  ['a word', oneOf(['always', 'no'])],
  ['a number', wholeNumber(1, 10)],
  ['a switch', yesOrNo()],
  [
    'a list whose check has a condition',
    z
      .array(z.string())
      .refine((list) => list.length < 2, { when: ({ value }) => Array.isArray(value) }),
  ],
];

const VALUES = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom<unknown>(
    '/bin/a',
    '~',
    '~x',
    '$A',
    '',
    ' ',
    '\0',
    '1s',
    '5m',
    '5m1ns',
    '0',
    'no',
  ),
  fc.constantFrom<unknown>(
    0,
    1,
    10,
    11,
    1.5,
    Number.NaN,
    true,
    null,
    undefined,
    5n,
    new Date(0),
    {},
  ),
  fc.array(fc.constantFrom<unknown>('/bin/a', 'a', '', '~', 'a\0', 1), { maxLength: 3 }),
);

it.each(PARTS)(
  'agrees with the schema of %s about any value, however often it is asked',
  (_name, schema) => {
    const fits = quickCheck(schema);
    fc.assert(
      fc.property(VALUES, (value) => {
        expect(fits(value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 500 },
    );
  },
);

it('looks again at a list that it has seen, since it may have changed', () => {
  const fits = quickCheck(textList(['a'], 1));
  const list: unknown[] = ['a'];
  const before = fits(list);
  list.push(1);
  expect([before, fits(list)]).toEqual([true, false]);
});

it('does not take a value for the one before it', () => {
  const fits = quickCheck(duration({ from: '1s', to: '5m', example: '15s', zero: true }));
  expect(['1s', '1s', '2h', '1s', 0, false, '', '0'].map((value) => fits(value))).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
});
