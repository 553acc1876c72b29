import { expect, it } from 'vitest';
import { historyFilterOf } from '../../src/api/history-query.ts';

it.each([
  ['', { limit: 20 }],
  ['lines=0', { limit: 0 }],
  [
    'harness=p%2Fa&event=failed&result=unwanted&since=2026-09-25T20:15:16Z&lines=3',
    { harness: 'p/a', event: 'failed', result: 'unwanted', sinceMs: 1_790_367_316_000, limit: 3 },
  ],
  ['event=test&result=suppressed', { event: 'test', result: 'suppressed', limit: 20 }],
])('reads the query %j', (query, filter) => {
  expect(historyFilterOf(new URLSearchParams(query))).toEqual(filter);
});

it.each([
  'event=exploded',
  'event=',
  'result=good',
  'since=yesterday',
  'since=',
  'lines=-1',
  'lines=1.5',
  'lines=10001',
  'lines=x',
  'row=3',
])('refuses %j', (query) => {
  expect(() => historyFilterOf(new URLSearchParams(query))).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ code: 'bad_request' }) }),
  );
});
