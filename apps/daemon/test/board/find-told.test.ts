import type { EventName } from '@harness/notify-core';
import type { NotificationView } from '@harness/protocol';
import type { HistoryFilter } from '@harness/store';
import { expect, it } from 'vitest';
import { findTold } from '../../src/board/find-told.ts';

const AT_MS = Date.UTC(2026, 0, 2);

function delivery(row: number, harness: string, event: EventName): NotificationView {
  const raisedAt = new Date(AT_MS + row).toISOString();
  return {
    kind: 'delivery',
    row,
    id: `id-${row}`,
    seq: row,
    harness,
    event,
    message: '',
    raisedAt,
    result: 'ok',
  };
}

/** A history, and what it was asked for. */
function historyOf(...oldestFirst: readonly NotificationView[]) {
  const asked: HistoryFilter[] = [];
  return {
    asked,
    notifications(filter: HistoryFilter) {
      asked.push(filter);
      const { harness, event, sinceMs = 0, limit } = filter;
      const notifications = oldestFirst
        .toReversed()
        .filter((one) => one.harness === (harness ?? one.harness))
        .filter((one) => one.event === (event ?? one.event))
        .filter((one) => one.kind === 'delivery' && Date.parse(one.raisedAt) >= sinceMs)
        .slice(0, limit);
      return { notifications };
    },
  };
}

const wanted = (harness: string, event: EventName = 'failed', fromMs?: number) => ({
  trouble: { harness, event },
  fromMs,
});

it('answers for all the troubles of a storm with one look', () => {
  const names = Array.from({ length: 300 }, (_, index) => `h${index}`);
  const old = Array.from({ length: 1000 }, (_, index) => delivery(index, 'other', 'flapping'));
  const history = historyOf(
    ...old,
    ...names.map((name, index) => delivery(1000 + index, name, 'failed')),
  );
  const troubles = names.map((name) => wanted(name));
  const told = findTold(troubles, history);
  expect(troubles.map((one) => told(one)?.harness)).toEqual(names);
  expect(history.asked).toHaveLength(1);
});

it('looks for the one that lies further back by itself', () => {
  const news = Array.from({ length: 100 }, (_, index) => delivery(10 + index, 'b', 'failed'));
  const history = historyOf(delivery(1, 'a', 'failed'), delivery(2, 'a', 'failed'), ...news);
  const troubles = [wanted('a'), wanted('b')];
  const told = findTold(troubles, history);
  expect(troubles.map((one) => told(one)?.row)).toEqual([2, 109]);
});

it('knows nothing of what was told before the trouble was', () => {
  const history = historyOf(delivery(1, 'a', 'failed'), delivery(5, 'b', 'failed'));
  const troubles = [wanted('a', 'failed', AT_MS + 3), wanted('b', 'failed', AT_MS + 3)];
  const told = findTold(troubles, history);
  expect(troubles.map((one) => told(one)?.row)).toEqual([undefined, 5]);
});

it('takes a stop that was told as lost after a restart for told', () => {
  const history = historyOf(delivery(1, 'a', 'loop_stopped'), delivery(2, 'a', 'intent_lost'));
  expect(findTold([wanted('a', 'loop_stopped')], history)(wanted('a', 'loop_stopped'))?.row).toBe(
    2,
  );
});

it('asks for nothing where there is no trouble', () => {
  const history = historyOf(delivery(1, 'a', 'failed'));
  findTold([], history);
  expect(history.asked).toEqual([]);
});
