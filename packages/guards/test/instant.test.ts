import { expect, it } from 'vitest';
import { hasSlept } from '../src/index.ts';

it.each([
  { name: 'looks that come in time', unixMs: 1000, steadyMs: 1000, slept: false },
  { name: 'looks that a busy machine delays', unixMs: 6000, steadyMs: 6000, slept: false },
  { name: 'a clock that is set back', unixMs: -3_600_000, steadyMs: 1000, slept: false },
  {
    name: 'a sleep in which the steady clock stood',
    unixMs: 3_600_000,
    steadyMs: 1000,
    slept: true,
  },
  {
    name: 'a sleep in which both clocks went on',
    unixMs: 3_600_000,
    steadyMs: 3_600_000,
    slept: true,
  },
  {
    name: 'a pause that the wall clock has not noticed',
    unixMs: 1000,
    steadyMs: 6001,
    slept: true,
  },
])('$name: slept is $slept', ({ unixMs, steadyMs, slept }) => {
  const before = { unixMs: 1_793_491_200_000, steadyMs: 500 };
  const after = { unixMs: before.unixMs + unixMs, steadyMs: before.steadyMs + steadyMs };
  expect(hasSlept(before, after, 1000)).toBe(slept);
});
