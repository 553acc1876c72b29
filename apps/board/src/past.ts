import type { NotificationView } from '@harness/protocol';
import { atMs } from './outcome.ts';

/** What is known of the history, by its rows. */
export type Past = ReadonlyMap<number, NotificationView>;

/** Gives a page of the history, newest first: entries below a row, or the newest. */
export type ReadPage = (beforeRow: number | undefined) => Promise<readonly NotificationView[]>;

/** More would not be readable either. */
export const MOST_ENTRIES = 10_000;

/**
 * Reads what is not known yet, page by page: from the newest entry down to one that is known and below which nothing can
 * have changed, or to what is older than `sinceMs`. What is older than that is forgotten.
 *
 * @param reached - The lowest instant down to which `known` is whole; undefined where nothing is known.
 */
export async function readPast(
  known: Past,
  { sinceMs, reached, nowMs, page }: PastRequest,
): Promise<Past> {
  const found = new Map(known);
  const floor = reached !== undefined && reached <= sinceMs ? settledRow(known, nowMs) : 0;
  let before: number | undefined;
  for (;;) {
    const entries = await page(before);
    const inside = entries.filter((entry) => atMs(entry) >= sinceMs);
    for (const entry of inside) {
      found.set(entry.row, entry);
    }
    before = entries.at(-1)?.row;
    const isOver = before === undefined || inside.length === 0 || found.size >= MOST_ENTRIES;
    if (isOver || before === undefined || before <= floor) {
      return new Map([...found].filter(([, entry]) => atMs(entry) >= sinceMs));
    }
  }
}

/** What {@link readPast} reads. */
export interface PastRequest {
  readonly sinceMs: number;
  readonly reached: number | undefined;
  readonly nowMs: number;
  readonly page: ReadPage;
}

/** The highest row at and below which every entry is as it will stay. */
function settledRow(known: Past, nowMs: number): number {
  const open = [...known.values()].filter((entry) => isOpen(entry, nowMs)).map(({ row }) => row);
  return open.length === 0 ? Math.max(0, ...known.keys()) : Math.min(...open) - 1;
}

/** A delivery without its end, or a window that may hold back more. */
function isOpen(entry: NotificationView, nowMs: number): boolean {
  return entry.kind === 'held_back'
    ? entry.untilAt === undefined || Date.parse(entry.untilAt) > nowMs - SLACK_MS
    : entry.result === undefined;
}

const SLACK_MS = 10_000;
