import { isZone } from './wall-time.ts';

/**
 * The zone that a text names: an IANA name in brackets or bare, `UTC`, `GMT-3`, or an offset.
 * Without a name it is `fallback`; a name that no calendar knows is none.
 */
export function zoneNamed(name: string | undefined, fallback: string): string | undefined {
  const bare = name?.replace(/^\(|\)$/g, '') ?? fallback;
  const offset = OFFSET.exec(bare);
  const zone = offset === null ? bare : offsetZone(offset);
  return isZone(zone) ? zone : undefined;
}

/** The hour of a day from a printed one, or none when no clock shows it. */
export function hourOf(hour: string, half: string | undefined): number | undefined {
  const value = Number(hour);
  if (half === undefined) {
    return value < 24 ? value : undefined;
  }
  if (value < 1 || value > 12) {
    return undefined;
  }
  return (value % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

// "GMT-3" in a sentence is three hours behind; only the names under Etc/ count the other way.
const OFFSET = /^(?:UTC|GMT|Z)?(?:([+-])(\d{1,2}):?(\d\d)?)?$/;

function offsetZone([, sign, hours, minutes]: RegExpExecArray): string {
  return sign === undefined ? 'UTC' : `${sign}${hours?.padStart(2, '0')}:${minutes ?? '00'}`;
}
