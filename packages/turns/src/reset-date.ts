import type { RefusalContext } from './refusal.ts';
import type { StatedReset } from './stated-reset.ts';
import { instantsOf, type WallTime, wallTimeAt } from './wall-time.ts';
import { hourOf, zoneNamed } from './zone.ts';

/** A reset that a text states as a date: ISO, or a month's name and a day, the year often absent. */
export function dateReset(text: string, context: RefusalContext): StatedReset | undefined {
  return isoReset(text, context) ?? namedReset(text, context);
}

function isoReset(text: string, context: RefusalContext): StatedReset | undefined {
  const found = AFTER_WORD.test(text) ? ISO.exec(text)?.groups : undefined;
  if (found === undefined) {
    return undefined;
  }
  const zone = zoneNamed(found['zone'], context.zone);
  const wall = {
    year: Number(found['year']),
    month: Number(found['month']),
    day: Number(found['day']),
    hour: Number(found['hour']),
    minute: Number(found['minute']),
    second: Number(found['second'] ?? 0),
  };
  const atMs = zone === undefined ? undefined : instantsOf(wall, zone).at(0);
  return atMs === undefined
    ? undefined
    : { atMs: atMs + Math.round(Number(found['fraction'] ?? 0) * 1_000) };
}

function namedReset(text: string, context: RefusalContext): StatedReset | undefined {
  const found = NAMED.exec(text)?.groups;
  if (found === undefined) {
    return undefined;
  }
  const month = MONTHS.indexOf(found['month']?.slice(0, 3).toLowerCase() ?? '') + 1;
  const hour = hourOf(found['hour'] ?? '0', found['half']);
  const zone = zoneNamed(found['zone'], context.zone);
  if (month === 0 || hour === undefined || zone === undefined) {
    return undefined;
  }
  const wall = { month, day: Number(found['day']), hour, minute: Number(found['minute'] ?? 0) };
  const years =
    found['year'] === undefined ? nearYears(context.atMs, zone) : [Number(found['year'])];
  const instants = years.flatMap((year) => instantsOf({ ...wall, year }, zone));
  const atMs = nearest(instants, context.atMs);
  return atMs === undefined ? undefined : { atMs, printed: true };
}

// A date without a year is the one nearest to the record: a reset is days away, not months.
function nearYears(atMs: number, zone: string): readonly WallTime['year'][] {
  const { year } = wallTimeAt(atMs, zone);
  return [year - 1, year, year + 1];
}

function nearest(instants: readonly number[], atMs: number): number | undefined {
  return instants.toSorted((a, b) => Math.abs(a - atMs) - Math.abs(b - atMs)).at(0);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const AFTER_WORD = /\breset|\bagain\b|\buntil\b|\bavailable\b|重置/i;
const ISO =
  /\b(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?<fraction>\.\d{1,9})?)?(?: ?(?<zone>Z|[+-]\d\d:?\d\d|UTC|GMT(?:[+-]\d{1,2})?|\([\w/+-]+\)))?/;
const NAMED =
  /\b(?:[Rr]esets?|[Aa]gain|[Uu]ntil|[Aa]vailable)\b(?: on| at)? (?<month>[A-Z][a-z]{2,8})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>20\d\d))?(?:(?:,| at|, at)? (?<hour>\d{1,2})(?::(?<minute>\d\d))?(?: ?(?<half>[AaPp]\.?[Mm]\b\.?))?(?: (?<zone>\([\w/+-]+\)|UTC(?:[+-]\d{1,2}(?::\d\d)?)?|GMT(?:[+-]\d{1,2}(?::\d\d)?)?|[A-Z]{2,5}(?![a-z])|[A-Z][a-z]+\/[\w/+-]+))?)?/;
