import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationText, instantText } from '../src/index.ts';

describe('instantText', () => {
  it('agrees with the calendar of the platform over all four-digit years', () => {
    const instants = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(instants, (unixMs) => {
        const platform = new Date(Math.floor(unixMs / 1000) * 1000).toISOString();
        expect(instantText(unixMs)).toBe(platform.replace('.000Z', 'Z'));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    { unixMs: 1_790_367_316_999, text: '2026-09-25T20:15:16Z' },
    { unixMs: -1, text: '1969-12-31T23:59:59Z' },
    { unixMs: 951_782_400_000, text: '2000-02-29T00:00:00Z' },
    { unixMs: Number.POSITIVE_INFINITY, text: '9999-12-31T23:59:59Z' },
  ])('writes $unixMs as $text', ({ unixMs, text }) => {
    expect(instantText(unixMs)).toBe(text);
  });
});

describe('durationText', () => {
  it.each([
    [-5, '0ms'],
    [0, '0ms'],
    [250, '250ms'],
    [999.9, '999ms'],
    [1000, '1s'],
    [1500, '1.5s'],
    [15_000, '15s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [125_000, '2m 5s'],
    [3_600_000, '1h'],
    [3_605_000, '1h'],
    [5_400_000, '1h 30m'],
    [90_061_000, '1d 1h'],
  ])('writes %d ms as %s', (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text);
  });
});
