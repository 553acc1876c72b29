import type { StatedReset } from './stated-reset.ts';

/** A reset that a text states as Unix seconds or milliseconds: after a bar, or as a JSON member. */
export function epochReset(text: string): StatedReset | undefined {
  const digits = EPOCH.exec(text)
    ?.slice(1)
    .find((each) => each !== undefined);
  if (digits === undefined) {
    return undefined;
  }
  const value = Number(digits);
  return { atMs: digits.length > SECONDS_DIGITS ? value : value * 1_000 };
}

const SECONDS_DIGITS = 11;
const EPOCH = /\|(\d{10,13})\b|\bresets?_?at\b["']?\s{0,4}[:=]\s{0,4}["']?(\d{10,13})\b/i;
