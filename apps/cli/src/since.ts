import { UsageError } from './usage-error.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};
const AGE = /^(?:\d+[dhms])+$/;

/**
 * The instant that a person means by an age (`90m`, `1h30m`, `2d`) or by an instant (`2026-09-25`,
 * `2026-09-25T20:15:16Z`; without a zone it is local time), as RFC 3339 in UTC.
 *
 * @throws {UsageError} for any other text.
 */
export function instantSince(text: string, nowMs: number): string {
  const atMs = AGE.test(text) ? nowMs - ageMs(text) : Date.parse(text);
  if (!(Math.abs(atMs) <= LAST_INSTANT_MS) || !(AGE.test(text) || /^\d{4}-\d\d-\d\d/.test(text))) {
    throw new UsageError(
      `--since takes an age such as 90m, 2h or 3d, or an instant such as 2026-09-25T20:15:16Z, not \`${text}\``,
    );
  }
  return new Date(atMs).toISOString();
}

/** The milliseconds of an age such as `90m` or `1h30m`; undefined for any other text. */
export function ageOf(text: string): number | undefined {
  return AGE.test(text) ? ageMs(text) : undefined;
}

// What a Date can hold.
const LAST_INSTANT_MS = 8.64e15;

function ageMs(text: string): number {
  const parts = [...text.matchAll(/(\d+)([dhms])/g)];
  return parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS_MS[unit] ?? 0),
    0,
  );
}
