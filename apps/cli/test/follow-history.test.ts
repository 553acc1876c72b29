import type { NotificationsRequest, NotificationView } from '@harness/protocol';
import { expect, it } from 'vitest';
import { followHistory } from '../src/follow-history.ts';

const entry = (row: number, more: object = {}): NotificationView => ({
  kind: 'delivery',
  row,
  id: `id-${row}`,
  seq: row,
  harness: 'worker',
  event: 'failed',
  message: 'worker failed',
  raisedAt: `2026-09-25T20:15:${row}Z`,
  ...more,
});
const OK = { result: 'ok', finishedAt: '2026-09-25T20:16:00Z' };

it('gives each entry once, and again when it has ended; asks from the oldest that can change', async () => {
  const stop = new AbortController();
  const asked: NotificationsRequest[] = [];
  const looks = [
    [entry(11), entry(10, OK)],
    [entry(12, OK), entry(11)],
    [entry(12, OK), entry(11, OK)],
  ];
  const client = {
    notifications: (request: NotificationsRequest) => {
      const notifications = looks[asked.length] ?? [];
      asked.push(request);
      return Promise.resolve({ notifications });
    },
  };
  const seen: string[] = [];
  for await (const { row, result = 'waiting' } of followHistory(
    client,
    { harness: 'worker', lines: 10 },
    stop.signal,
  )) {
    seen.push(`${row} ${result}`);
    if (seen.length === 4) {
      stop.abort();
    }
  }
  expect(seen).toEqual(['10 ok', '11 waiting', '12 ok', '11 ok']);
  expect(asked.map(({ since, lines }) => [since, lines])).toEqual([
    [undefined, 10],
    ['2026-09-25T20:15:11Z', 10_000],
    ['2026-09-25T20:15:11Z', 10_000],
  ]);
});

it('shows nothing of the past when no line of it is asked for', async () => {
  const stop = new AbortController();
  let sinceMs = 0;
  const client = {
    notifications: ({ since, lines }: NotificationsRequest) => {
      if (lines > 0) {
        sinceMs = Date.parse(since ?? '');
        stop.abort();
      }
      return Promise.resolve({ notifications: [] });
    },
  };
  const startedMs = Date.now();
  expect(await followHistory(client, { lines: 0 }, stop.signal).next()).toMatchObject({
    done: true,
  });
  expect(sinceMs).toBeGreaterThanOrEqual(startedMs);
});
