import { expect, it } from 'vitest';
import { spanWords, tookWords } from '../src/span.ts';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

it.each([
  [-5, '0s'],
  [999, '0s'],
  [41 * S, '41s'],
  [2 * M + 5 * S, '2m 5s'],
  [3 * H, '3h'],
  [3 * H + 5 * S, '3h'],
  [13 * H + 7 * M + 59 * S, '13h 7m'],
  [13 * D + 4 * H, '13d 4h'],
  [400 * D + 23 * H, '400d 23h'],
])('writes a span of %i ms as %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

it.each([
  [0.4, '0 ms'],
  [12, '12 ms'],
  [1200, '1.2 s'],
  [2 * M + 5 * S, '2m 5s'],
])('writes a short time of %d ms as %s', (ms, words) => {
  expect(tookWords(ms)).toBe(words);
});
