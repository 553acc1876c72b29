import { type JsonObject, textAt } from './json-value.ts';
import { parseStamp } from './parse-stamp.ts';

/** The time that a record states in its `timestamp`, in Unix milliseconds. */
export function recordTime(record: JsonObject): number | undefined {
  const stamp = textAt(record, 'timestamp');
  const atMs = stamp === undefined ? Number.NaN : parseStamp(stamp);
  return Number.isNaN(atMs) ? undefined : atMs;
}
