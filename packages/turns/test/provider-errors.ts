import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';

/** A text that a provider sent, and what it means. */
export interface ProviderError {
  readonly id: string;
  readonly text: string;
  readonly class: string;
  readonly kind: string;
  readonly resets_at: string;
}

export function providerErrors(): readonly ProviderError[] {
  const path = new URL('fixtures/provider-errors.jsonl', import.meta.url);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line): ProviderError => JSON.parse(line));
}

/** The instant that a stated reset means for a record of this time; undefined for none. */
export function expectedReset(stated: string, atMs: number, local: string): number | undefined {
  const [kind, ...rest] = stated.split(' ');
  switch (kind) {
    case 'none':
      return undefined;
    case 'relative':
      return atMs + Number.parseFloat(rest[0] ?? '') * 1_000;
    case 'clock':
      return nextClock(rest[0] ?? '', zoneOf(rest[1], local), atMs);
    case 'date':
      return dated(rest, atMs, local);
    case 'local':
      return instant(Temporal.PlainDateTime.from(rest.join('T')), local);
    default:
      return Date.parse(stated);
  }
}

function nextClock(clock: string, zone: string, atMs: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  const today = now.withPlainTime(clock);
  return (today.epochMilliseconds > atMs ? today : today.add({ days: 1 })).epochMilliseconds;
}

function dated([month, day, clock, zone]: readonly string[], atMs: number, local: string): number {
  const year = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO('UTC').year;
  const number = 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month ?? '') / 3 + 1;
  const [hour, minute] = (clock ?? '0:0').split(':').map(Number);
  const plain = { year, month: number, day: Number(day), hour: hour ?? 0, minute: minute ?? 0 };
  return instant(Temporal.PlainDateTime.from(plain), zoneOf(zone, local));
}

function instant(plain: Temporal.PlainDateTime, zone: string): number {
  return plain.toZonedDateTime(zone).epochMilliseconds;
}

function zoneOf(zone: string | undefined, local: string): string {
  if (zone === undefined || zone === 'local') {
    return local;
  }
  return zone === 'GMT-3' ? '-03:00' : zone;
}
