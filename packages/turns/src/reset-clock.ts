import type { RefusalContext } from './refusal.ts';
import { JUST_PASSED_MS, type StatedReset } from './stated-reset.ts';
import { dayAfter, instantsOf, wallTimeAt } from './wall-time.ts';
import { hourOf, zoneNamed } from './zone.ts';

/** A reset that a text states as a time of day: its next occurrence, or the one just passed. */
export function clockReset(text: string, context: RefusalContext): StatedReset | undefined {
  const found = CLOCK.exec(text)?.groups;
  if (found === undefined || (found['half'] === undefined && found['minute'] === undefined)) {
    return undefined;
  }
  const hour = hourOf(found['hour'] ?? '', found['half']);
  const zone = zoneNamed(found['zone'], context.zone);
  if (hour === undefined || zone === undefined) {
    return undefined;
  }
  const today = wallTimeAt(context.atMs, zone);
  const clock = { hour, minute: Number(found['minute'] ?? 0) };
  // A repeated hour occurs twice in a day, so both of its instants are looked at.
  const atMs = [-1, 0, 1, 2]
    .flatMap((days) => instantsOf({ ...dayAfter(today, days), ...clock }, zone))
    .find((instant) => instant >= context.atMs - JUST_PASSED_MS);
  return atMs === undefined ? undefined : { atMs, printed: true };
}

const CLOCK =
  /\b(?:[Rr]esets?|[Aa]gain|[Uu]ntil|[Aa]vailable)\b(?: at| on)? (?<hour>\d{1,2})(?::(?<minute>\d\d))?(?: ?(?<half>[AaPp]\.?[Mm]\b\.?))?(?: (?<zone>\([\w/+-]+\)|UTC(?:[+-]\d{1,2}(?::\d\d)?)?|GMT(?:[+-]\d{1,2}(?::\d\d)?)?|[A-Z]{2,5}(?![a-z])|[A-Z][a-z]+\/[\w/+-]+))?/;
