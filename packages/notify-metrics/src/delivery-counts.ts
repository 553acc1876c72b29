import { NOTIFIED_EVENTS, type NotifiedEvent, RESULTS, type Result } from '@harness/notify-core';

/** One number for every notified event and result. */
export interface DeliveryCounts {
  add(event: NotifiedEvent, result: Result): void;
  get(event: NotifiedEvent, result: Result): number;
}

/** All at 0. */
export function deliveryCounts(): DeliveryCounts {
  const counts = new Float64Array(NOTIFIED_EVENTS.length * RESULTS.length);
  return {
    add: (event, result) => {
      const slot = slotOf(event, result);
      counts[slot] = (counts[slot] ?? 0) + 1;
    },
    get: (event, result) => counts[slotOf(event, result)] ?? 0,
  };
}

const ROWS: ReadonlyMap<NotifiedEvent, number> = positions(NOTIFIED_EVENTS);
const COLUMNS: ReadonlyMap<Result, number> = positions(RESULTS);

function slotOf(event: NotifiedEvent, result: Result): number {
  const row = ROWS.get(event);
  const column = COLUMNS.get(result);
  if (row === undefined || column === undefined) {
    throw new Error(`no delivery is counted as ${event}, ${result}`);
  }
  return row * RESULTS.length + column;
}

function positions<T>(names: readonly T[]): ReadonlyMap<T, number> {
  return new Map(names.map((name, position) => [name, position]));
}
