import type { NotificationView } from '@harness/protocol';
import { expect, it } from 'vitest';
import { type Past, readPast } from '../src/past.ts';
import { delivery, heldBack, waiting } from './entries.ts';

const NOW = 1_000_000_000;
const PAGE = 10;

/** A daemon with these entries, its pages and how many of them were asked for. */
function daemonWith(entries: readonly NotificationView[]) {
  const asked: (number | undefined)[] = [];
  const newestFirst = entries.toSorted((a, b) => b.row - a.row);
  return {
    asked,
    page: (before: number | undefined) => {
      asked.push(before);
      const below = newestFirst.filter(({ row }) => row < (before ?? Number.POSITIVE_INFINITY));
      return Promise.resolve(below.slice(0, PAGE));
    },
  };
}

const many = (count: number): NotificationView[] =>
  Array.from({ length: count }, (_, index) => delivery(index + 1, NOW - (count - index) * 1000));

const rows = (past: Past): number[] => [...past.keys()].toSorted((a, b) => a - b);

const asks = { sinceMs: 0, reached: undefined, nowMs: NOW };

it('reads everything, page by page', async () => {
  const { page, asked } = daemonWith(many(35));
  const past = await readPast(new Map(), { ...asks, page });
  expect(rows(past)).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  expect(asked).toEqual([undefined, 26, 16, 6, 1]);
});

it('reads only what is new where the rest is known and settled', async () => {
  const before = await readPast(new Map(), { ...asks, page: daemonWith(many(35)).page });
  const later = daemonWith([...many(35), delivery(36, NOW)]);
  const past = await readPast(before, { ...asks, reached: 0, page: later.page });
  expect(rows(past)).toHaveLength(36);
  expect(later.asked).toEqual([undefined]);
});

it.each([
  ['a delivery on its way', waiting(5, NOW - 30_000), delivery(5, NOW - 30_000)],
  ['a window that is open', heldBack(5, NOW), heldBack(5, NOW, { count: 9 })],
])('reads down to %s again', async (_, open, changed) => {
  const withFifth = (fifth: NotificationView): NotificationView[] =>
    many(35).map((entry) => (entry.row === 5 ? fifth : entry));
  const before = await readPast(new Map(), { ...asks, page: daemonWith(withFifth(open)).page });
  const later = daemonWith(withFifth(changed));
  const past = await readPast(before, { ...asks, reached: 0, page: later.page });
  expect(past.get(5)).toEqual(changed);
  expect(later.asked).toHaveLength(4);
});

it('reads further back where more of the past is wanted than is known', async () => {
  const { page, asked } = daemonWith(many(35));
  const sinceMs = NOW - 5000;
  const day = await readPast(new Map(), { ...asks, sinceMs, page });
  expect(rows(day)).toEqual([31, 32, 33, 34, 35]);
  const week = await readPast(day, { ...asks, reached: sinceMs, page });
  expect(rows(week)).toHaveLength(35);
  expect(asked.length).toBeGreaterThan(4);
});

it('forgets what is older than wanted', async () => {
  const { page } = daemonWith(many(35));
  const week = await readPast(new Map(), { ...asks, page });
  const day = await readPast(week, { ...asks, sinceMs: NOW - 5000, reached: 0, page });
  expect(rows(day)).toEqual([31, 32, 33, 34, 35]);
});

it('holds ten thousand entries and a page at most', async () => {
  const { page } = daemonWith(many(10_500));
  expect((await readPast(new Map(), { ...asks, page })).size).toBeLessThanOrEqual(10_000 + PAGE);
});
