const DAY_MS = 86_400_000;
const LAST_MS = 253_402_300_799_000;
const FIRST_MS = -62_167_219_200_000;

/**
 * An instant in Unix milliseconds as RFC 3339 in UTC with whole seconds, such as
 * `2026-09-25T20:15:16Z`. An instant outside the years 0 to 9999, which RFC 3339 cannot write, counts
 * as the nearest one inside.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc3339 (July 2002), section 5.6.
 */
export function instantText(unixMs: number): string {
  const ms = Math.min(Math.max(unixMs, FIRST_MS), LAST_MS);
  const day = Math.floor(ms / DAY_MS);
  return `${dateText(day)}T${timeText(ms - day * DAY_MS)}Z`;
}

function timeText(msOfDay: number): string {
  const seconds = Math.floor(msOfDay / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => padded(part, 2))
    .join(':');
}

// Years are counted from March, so that the leap day is the last of its year and of its era.
function dateText(day: number): string {
  const fromMarch = day + 719_468;
  const era = Math.floor(fromMarch / 146_097);
  const dayOfEra = fromMarch - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const dayOfMonth = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`;
}

function padded(part: number, width: number): string {
  return String(part).padStart(width, '0');
}
