import { describe, expect, it } from 'vitest';
import { figuresOf } from '../src/measure.ts';
import { median, quantile } from '../src/statistics.ts';
import { cellsOf, tableOf } from '../src/table.ts';

const ROUNDS = [
  { ours: 30, yardstick: 10 },
  { ours: 20, yardstick: 20 },
  { ours: 300, yardstick: 150 },
];

describe('the figures of a measure', () => {
  it('take the ratio of each round, so that a slow round disturbs nothing', () => {
    expect(figuresOf({ what: 'x', unit: 'ms', rounds: ROUNDS })).toEqual({
      what: 'x',
      unit: 'ms',
      ours: 30,
      yardstick: 20,
      ratio: 2,
      spread: [1, 3],
      rounds: 3,
    });
  });

  it.each([
    [{ of: 'ratio', most: 2 }, true],
    [{ of: 'ratio', most: 1.9 }, false],
    [{ of: 'ours', most: 30 }, true],
    [{ of: 'ours', most: 29 }, false],
  ] as const)('hold %o: %s', (target, holds) => {
    expect(figuresOf({ what: 'x', unit: 'ms', rounds: ROUNDS, target }).holds).toBe(holds);
  });

  it.each([0, -4])('miss a ratio to %d, which is none', (yardstick) => {
    const rounds = [{ ours: 1, yardstick }];
    const target = { of: 'ratio', most: 2 } as const;
    const figures = figuresOf({ what: 'x', unit: 'ms', rounds, target });
    expect(figures.holds).toBe(false);
    expect(cellsOf(figures).slice(3)).toEqual(['–', '–', '≤ 2', 'MISSED']);
  });
});

it('prints columns that line up, with what was missed in capitals', () => {
  const target = { of: 'ratio', most: 1.5 } as const;
  const lines = tableOf(
    [
      { what: 'a', unit: 'ms', rounds: ROUNDS, target },
      { what: 'longer', unit: 'B', rounds: [{ ours: 1.23456, yardstick: 1 }] },
    ].map(figuresOf),
  );
  expect(lines).toEqual([
    '          ours  yardstick  ratio     spread  target',
    'a        30 ms      20 ms      2        1–3   ≤ 1.5  MISSED',
    'longer  1.23 B        1 B   1.23  1.23–1.23',
  ]);
});

it.each([
  [[3, 1, 2], 0.5, 2],
  [[1], 0.9, 1],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.1, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 10],
])('of %j, quantile %d is %d', (values, part, found) => {
  expect(quantile(values, part)).toBe(found);
});

it('has no median of nothing', () => {
  expect(() => median([])).toThrow('no values');
});
