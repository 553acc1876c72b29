import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseStamp } from '../src/parse-stamp.ts';

it.each([
  '2026-11-30T01:39:52.676Z',
  '2026-11-30T23:59:59.999Z',
  '2026-11-30T24:00:00.000Z',
  '2026-11-30T24:00:00.001Z',
  '2026-11-30T12:60:00.000Z',
  '2026-11-30T12:00:60.000Z',
  '2026-11-30T12:0:000.000Z',
  '2026-11-30T12:00:00.0a0Z',
  '2026-13-30T12:00:00.000Z',
  '2026-02-30T12:00:00.000Z',
  '2026-11-30 12:00:00.000Z',
  '2026-11-30T12:00:00,000Z',
  '2026-11-30T12:00:00.000z',
  '2026-11-30T12:00:00Z',
  '2026-11-30T12:00:00.000+01:00',
  '2026-11-30',
  'Mon, 30 Nov 2026 01:39:52 GMT',
  'now',
  '',
])('takes %j for the time that Date.parse does', (text) => {
  expect(parseStamp(text)).toBe(Date.parse(text));
  expect(parseStamp(text)).toBe(Date.parse(text));
});

it('takes any stamp, and any text that is nearly one, for the time that Date.parse does', () => {
  const stamp = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const nearly = fc
    .tuple(stamp, fc.nat(23), fc.constantFrom('0', '9', ':', '-', 'T', 'Z', ' ', 'é'))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(stamp, nearly), (text) => {
      expect(parseStamp(text)).toBe(Date.parse(text));
    }),
    { numRuns: 2_000 },
  );
});
