import { NOTIFIED_EVENTS, RESULTS } from '@harness/notify-core';
import type { HistoryFilter } from '@harness/store';
import { Refusal } from './refusal.ts';
import { wholeNumber } from './whole-number.ts';

const DEFAULT_LINES = 20;
const MOST_LINES = 10_000;
const HISTORY_RESULTS = [...RESULTS, 'unwanted'] as const;
const KEYS = ['harness', 'event', 'result', 'since', 'before', 'lines'];

/**
 * Reads the query of `GET /v1/notifications`.
 *
 * @throws {@link Refusal} `bad_request` for a key or a value that does not exist.
 */
export function historyFilterOf(query: URLSearchParams): HistoryFilter {
  const stray = [...query.keys()].find((key) => !KEYS.includes(key));
  if (stray !== undefined) {
    throw new Refusal('bad_request', `notifications are not asked for by ${stray}`);
  }
  const harness = query.get('harness');
  const event = oneOf(query, 'event', NOTIFIED_EVENTS);
  const result = oneOf(query, 'result', HISTORY_RESULTS);
  const sinceMs = instantOf(query.get('since'));
  const beforeRow = wholeNumber(query, 'before', { least: 1, most: Number.MAX_SAFE_INTEGER });
  return {
    ...(harness === null ? {} : { harness }),
    ...(event === undefined ? {} : { event }),
    ...(result === undefined ? {} : { result }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
    ...(beforeRow === undefined ? {} : { beforeRow }),
    limit: linesOf(query.get('lines')),
  };
}

function oneOf<T extends string>(
  query: URLSearchParams,
  key: string,
  known: readonly T[],
): T | undefined {
  const text = query.get(key);
  const found = known.find((one) => one === text);
  if (text !== null && found === undefined) {
    throw new Refusal('bad_request', `${key} is one of ${known.join(', ')}`);
  }
  return found;
}

function instantOf(text: string | null): number | undefined {
  const ms = text === null ? undefined : Date.parse(text);
  if (ms !== undefined && Number.isNaN(ms)) {
    throw new Refusal('bad_request', 'since is an instant such as 2026-09-25T20:15:16Z');
  }
  return ms;
}

function linesOf(text: string | null): number {
  const lines = Number(text ?? DEFAULT_LINES);
  if (!Number.isInteger(lines) || lines < 0 || lines > MOST_LINES) {
    throw new Refusal('bad_request', `lines takes a whole number from 0 to ${MOST_LINES}`);
  }
  return lines;
}
