import { expect, it } from 'vitest';
import { classifyRefusal } from '../src/index.ts';

it.each([
  [
    'a number of seconds after a bar, held to eight days',
    'Claude AI usage limit reached|1798750800',
    '2026-11-01T05:40:00Z',
    '2026-11-09T05:40:00Z',
  ],
  [
    'a clock time in a zone',
    "You've hit your limit · resets 10pm (America/New_York)",
    '2026-11-01T05:40:00Z',
    '2026-11-02T03:00:00Z',
  ],
  [
    'a zone whose name counts the other way',
    'limit will reset at 1pm (Etc/GMT+5)',
    '2026-11-01T05:40:00Z',
    '2026-11-01T18:00:00Z',
  ],
  [
    'an hour that autumn repeats, the second time',
    'resets 1:30am (America/New_York)',
    '2026-11-01T05:40:00Z',
    '2026-11-01T06:30:00Z',
  ],
  [
    'an hour that autumn repeats, the first time',
    'resets 1:30am (America/New_York)',
    '2026-11-01T05:20:00Z',
    '2026-11-01T05:30:00Z',
  ],
  [
    'a clock time behind the hour that spring skips',
    'resets 3am (America/New_York)',
    '2026-03-08T06:30:00Z',
    '2026-03-08T07:00:00Z',
  ],
  [
    'a clock time that spring skips',
    'resets 2:30am (America/New_York)',
    '2026-03-08T06:30:00Z',
    '2026-03-08T07:30:00Z',
  ],
  [
    'a clock time of tomorrow, over the change of spring',
    'resets 9am (Europe/Berlin)',
    '2026-03-28T20:00:00Z',
    '2026-03-29T07:00:00Z',
  ],
  [
    'a zone that does not exist',
    'usage limit, resets 9am (Mars/Base)',
    '2026-11-01T05:40:00Z',
    undefined,
  ],
  ['no time at all', '429 quota exceeded', '2026-11-01T05:40:00Z', undefined],
  [
    'a clock time five minutes past',
    'resets 8:30pm (Asia/Tokyo)',
    '2026-11-01T11:35:00Z',
    '2026-11-01T11:36:00Z',
  ],
  [
    'a clock time that is now',
    'resets 8:30pm (Asia/Tokyo)',
    '2026-11-01T11:30:00Z',
    '2026-11-01T11:31:00Z',
  ],
  [
    'a clock time longer past',
    'resets 8:30pm (Asia/Tokyo)',
    '2026-11-01T11:35:01Z',
    '2026-11-02T11:30:00Z',
  ],
  [
    'a date just past',
    'resets Jun 7, 4pm (Europe/Rome)',
    '2026-06-07T14:03:00Z',
    '2026-06-07T14:04:00Z',
  ],
  ['a date longer past', 'resets Jun 7, 4pm (Europe/Rome)', '2026-06-08T14:00:00Z', undefined],
  [
    'a date over the end of the year',
    'resets Jan 2, 9am (UTC)',
    '2026-12-30T09:00:00Z',
    '2027-01-02T09:00:00Z',
  ],
  ['a date that does not exist', 'resets Feb 30, 9am (UTC)', '2026-02-27T09:00:00Z', undefined],
  ['a number that is past', 'usage limit reached|1700000000', '2026-11-01T05:40:00Z', undefined],
  [
    'a number of milliseconds',
    'usage limit reached|1793512800000',
    '2026-11-01T05:40:00Z',
    '2026-11-01T06:00:00Z',
  ],
  ['midnight', 'Your limit will reset at 12am.', '2026-11-01T05:40:00Z', '2026-11-02T00:00:00Z'],
  ['noon', 'Your limit will reset at 12pm.', '2026-11-01T05:40:00Z', '2026-11-01T12:00:00Z'],
  [
    'an hour that no clock shows',
    'Your limit will reset at 13pm.',
    '2026-11-01T05:40:00Z',
    undefined,
  ],
  ['an hour of 24', 'Resets at 18:05 UTC.', '2026-11-01T05:40:00Z', '2026-11-01T18:05:00Z'],
  [
    'an offset from Greenwich',
    'Access resets at 10:57 PM GMT-3.',
    '2026-11-01T05:40:00Z',
    '2026-11-02T01:57:00Z',
  ],
  ['a pause in words', 'try again in 3 hours', '2026-11-01T05:40:00Z', '2026-11-01T08:40:00Z'],
  [
    'a pause over a change of the clock',
    'try again in 1 day',
    '2026-10-24T12:00:00Z',
    '2026-10-25T12:00:00Z',
  ],
  [
    'a pause of more than eight days',
    'try again in 30 days',
    '2026-11-01T00:00:00Z',
    '2026-11-09T00:00:00Z',
  ],
  [
    'an instant with milliseconds',
    'Your limit will reset at 2026-11-30T02:41:13.196Z.',
    '2026-11-30T01:41:16Z',
    '2026-11-30T02:41:13.196Z',
  ],
  [
    'an instant with an offset',
    'available again at 2026-11-01 12:00:00 +02:00',
    '2026-11-01T05:40:00Z',
    '2026-11-01T10:00:00Z',
  ],
])('reads %s', (_what, text, at, reset) => {
  const { resetMs } = classifyRefusal({ text }, { atMs: Date.parse(at), zone: 'UTC' });
  expect(resetMs === undefined ? undefined : new Date(resetMs)).toEqual(
    reset === undefined ? undefined : new Date(reset),
  );
});

it('says that it held a time to eight days', () => {
  const context = { atMs: 0, zone: 'UTC' };
  expect(classifyRefusal({ text: '', resetMs: 9 * 86_400_000 }, context)).toMatchObject({
    resetMs: 8 * 86_400_000,
    held: true,
  });
  expect(classifyRefusal({ text: '', resetMs: 8 * 86_400_000 }, context).held).toBeUndefined();
});

it("prefers the record's own number to the text", () => {
  const material = { text: 'usage limit, try again at 6:35 PM', resetMs: 5_000_000 };
  expect(classifyRefusal(material, { atMs: 0, zone: 'UTC' }).resetMs).toBe(5_000_000);
});

it('reads a zone that follows a time of 24 hours', () => {
  const context = { atMs: Date.parse('2026-11-01T05:40:00Z'), zone: 'Asia/Tokyo' };
  for (const text of ['Resets at 18:05 UTC. Top up.', 'try again at Nov 1, 18:05 UTC']) {
    expect(classifyRefusal({ text }, context).resetMs).toBe(Date.parse('2026-11-01T18:05:00Z'));
  }
});

it("reads a time without a zone in the agent's own", () => {
  const context = { atMs: Date.parse('2026-11-01T05:40:00Z'), zone: 'Asia/Tokyo' };
  expect(classifyRefusal({ text: 'limit resets 5pm' }, context).resetMs).toBe(
    Date.parse('2026-11-01T08:00:00Z'),
  );
  expect(
    classifyRefusal({ text: 'limit resets 5pm' }, { ...context, zone: 'Nowhere' }).resetMs,
  ).toBeUndefined();
});
