import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGoDuration } from '../src/index.ts';

const US = 1_000n;
const MS = 1_000_000n;
const S = 1_000_000_000n;
const M = 60n * S;
const H = 60n * M;

const read: Record<string, bigint> = {
  '0': 0n,
  '+0': 0n,
  '-0': 0n,
  '0s': 0n,
  '0m': 0n,
  '0h0m0s': 0n,
  '00s': 0n,
  '1s': S,
  '5s': 5n * S,
  '30s': 30n * S,
  '1478s': 1478n * S,
  '-5s': -5n * S,
  '+5s': 5n * S,
  '-1m': -M,
  '5.0s': 5n * S,
  '5.6s': 5_600n * MS,
  '5.s': 5n * S,
  '1.s': S,
  '.5s': 500n * MS,
  '-.5s': -500n * MS,
  '1.0s': S,
  '1.00s': S,
  '1.004s': 1_004n * MS,
  '1.0040s': 1_004n * MS,
  '100.00100s': 100_001n * MS,
  '10ns': 10n,
  '11us': 11n * US,
  '12µs': 12n * US,
  '12μs': 12n * US,
  '13ms': 13n * MS,
  '14s': 14n * S,
  '15m': 15n * M,
  '16h': 16n * H,
  '24h': 24n * H,
  '1h30m': 90n * M,
  '1.5h': 90n * M,
  '250ms': 250n * MS,
  '3h30m': 210n * M,
  '10.5s4m': 4n * M + 10_500n * MS,
  '-2m3.4s': -(2n * M + 3_400n * MS),
  '1m30.5s': 90_500n * MS,
  '1h2m3s4ms5us6ns': H + 2n * M + 3n * S + 4n * MS + 5n * US + 6n,
  '39h9m14.425s': 39n * H + 9n * M + 14_425n * MS,
  '1s1s': 2n * S,
  '52763797000ns': 52_763_797_000n,
  '0.3333333333333333333h': 20n * M,
  '0.100000000000000000000h': 6n * M,
  '0.830103483285477580700h': 49n * M + 48n * S + 372_539_827n,
  '0.9223372036854775807h': 55n * M + 20n * S + 413_933_267n,
  '9007199254740993ns': 9_007_199_254_740_993n,
  '9223372036854775807ns': 2n ** 63n - 1n,
  '9223372036854775.807us': 2n ** 63n - 1n,
  '9223372036s854ms775us807ns': 2n ** 63n - 1n,
  '-9223372036854775808ns': -(2n ** 63n),
  '2562047h47m16.854775807s': 2n ** 63n - 1n,
};

const refused: Record<string, RegExp> = {
  '': /empty/,
  '+': /empty/,
  '-': /empty/,
  ' ': /no number/,
  '3': /no unit/,
  '15': /no unit/,
  '00': /no unit/,
  '0.0': /no unit/,
  '1h30': /no unit/,
  s: /no number/,
  '.': /no number/,
  '-.': /no number/,
  '.s': /no number/,
  '+.s': /no number/,
  abc: /no number/,
  '1d': /unit "d"/,
  '2w': /unit "w"/,
  '1M': /unit "M"/,
  '1S': /unit "S"/,
  '1H': /unit "H"/,
  '1min': /unit "min"/,
  '1sec': /unit "sec"/,
  '15 seconds': /unit " seconds"/,
  '1h 30m': /unit "h "/,
  '1s ': /unit "s "/,
  ' 1s': /no number/,
  '1.5.2s': /no unit/,
  '1..5s': /no (unit|number)/,
  '--1s': /no number/,
  '1s-1s': /unit "s-"/,
  '1e3s': /unit "e"/,
  '1_000s': /unit "_"/,
  '1,5s': /unit ","/,
  '١s': /no number/,
  '1\u0000s': /unit/,
  '9223372036854775808ns': /too long/,
  '9223372036854775.808us': /too long/,
  '9223372036854ms775us808ns': /too long/,
  '-9223372036854775809ns': /too long/,
  '2562047h47m16.854775808s': /too long/,
  '3000000h': /too long/,
  '99999999999h': /too long/,
  '99999999999999999999999999h': /too long/,
};

describe('a duration', () => {
  it.each(Object.entries(read))('reads %j to the nanosecond, as Go does', (text, ns) => {
    expect(parseGoDuration(text)).toMatchObject({ kind: 'duration', ns });
  });

  it.each(Object.entries(refused))('refuses %j, as Go does, and says why', (text, reason) => {
    expect(parseGoDuration(text)).toEqual({
      kind: 'invalid',
      reason: expect.stringMatching(reason),
    });
  });

  it.each([
    ['1ns', 1],
    ['-1ns', -1],
    ['1.2ms', 2],
    ['999999ns', 1],
    ['1s', 1000],
    ['-0', 0],
  ])('gives %s as %d whole milliseconds, so that only zero is zero', (text, ms) => {
    expect(parseGoDuration(text)).toMatchObject({ ms });
  });

  it('adds its parts in any order', () => {
    const unit = fc.constantFrom<[string, bigint]>(
      ['ns', 1n],
      ['us', US],
      ['ms', MS],
      ['s', S],
      ['m', M],
      ['h', H],
    );
    const parts = fc.array(fc.tuple(fc.nat(1000), unit), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.map(([count, [name]]) => `${count}${name}`).join('');
        const ns = list.reduce((sum, [count, [, size]]) => sum + BigInt(count) * size, 0n);
        expect(parseGoDuration(text)).toMatchObject({ kind: 'duration', ns });
      }),
    );
  });

  it('answers to any text at once', () => {
    const alphabet = fc.constantFrom(...'0123456789.+-hmsnuµ eE_');
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 400 }), (text) => {
        const reading = parseGoDuration(text);
        expect(reading.kind === 'invalid' ? reading.reason : reading.ms).not.toBeNaN();
      }),
    );
  });
});
