import { Temporal } from 'temporal-polyfill';

/** A time as a clock on the wall shows it. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
}

/**
 * The instants, in Unix milliseconds, at which a wall clock shows this time: two when an hour is
 * repeated, and for one that is skipped the instant as far behind the gap. None: no such date.
 */
export function instantsOf(wall: WallTime, zone: string): readonly number[] {
  const plain = plainOf(wall);
  if (plain === undefined) {
    return [];
  }
  const early = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const late = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  const skipped = !early.toPlainDateTime().equals(plain);
  return skipped || early.equals(late)
    ? [late.epochMilliseconds]
    : [early.epochMilliseconds, late.epochMilliseconds];
}

/** What a wall clock in a zone shows at an instant in Unix milliseconds. */
export function wallTimeAt(atMs: number, zone: string): WallTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)).toZonedDateTimeISO(zone);
}

/** The date so many days after another. */
export function dayAfter(
  { year, month, day }: WallTime,
  days: number,
): Pick<WallTime, 'year' | 'month' | 'day'> {
  const date = Temporal.PlainDate.from({ year, month, day }).add({ days });
  return { year: date.year, month: date.month, day: date.day };
}

/** Whether a calendar knows this zone. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}

function plainOf(wall: WallTime): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(wall, { overflow: 'reject' });
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}
