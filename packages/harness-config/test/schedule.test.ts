import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../src/index.ts';

describe('a schedule', () => {
  it.each([
    ['0 7 * * *', { pattern: '0 7 * * *' }],
    ['  */5 9-17 * * MON-FRI  ', { pattern: '*/5 9-17 * * MON-FRI' }],
    ['0 0 29 2 *', { pattern: '0 0 29 2 *' }],
    ['@hourly', { pattern: '@hourly' }],
    ['CRON_TZ=UTC 0 7 * * *', { pattern: '0 7 * * *', timeZone: 'UTC' }],
    ['CRON_TZ=Europe/Berlin @weekly', { pattern: '@weekly', timeZone: 'Europe/Berlin' }],
  ])('is read from %j', (text, schedule) => {
    expect(parseSchedule(text)).toEqual({ kind: 'schedule', ...schedule });
  });

  it.each([
    ['', /five cron fields/],
    ['0 7 * *', /five cron fields/],
    ['0 0 7 * * *', /five cron fields/],
    ['@reboot', /five cron fields/],
    ['2027-01-01T00:00:00', /five cron fields/],
    ['TZ=UTC 0 7 * * *', /five cron fields/],
    ['60 * * * *', /minute/],
    ['a b c d e', /cron pattern/],
    ['0 0 31 2 *', /no date meets it/],
    ['CRON_TZ=Nowhere/City 0 7 * * *', /time zone .*"Nowhere\/City"/],
    ['CRON_TZ= 0 7 * * *', /time zone/],
    ['CRON_TZ=UTC', /five cron fields/],
  ])('is not read from %j', (text, sentence) => {
    expect(parseSchedule(text)).toEqual({
      kind: 'invalid',
      sentence: expect.stringMatching(sentence),
    });
  });
});
