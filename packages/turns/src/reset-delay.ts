import type { RefusalContext } from './refusal.ts';
import type { StatedReset } from './stated-reset.ts';

/** A reset that a text states as a pause, such as "try again in 2 days 3 hours" or `9m38.016s`. */
export function delayReset(text: string, context: RefusalContext): StatedReset | undefined {
  const seconds = MEMBER.exec(text)?.[1];
  if (seconds !== undefined) {
    return { atMs: context.atMs + Number(seconds) * 1_000 };
  }
  const pause = PAUSE.exec(text)
    ?.slice(1)
    .find((each) => each !== undefined);
  return pause === undefined ? undefined : { atMs: context.atMs + durationMs(pause) };
}

function durationMs(pause: string): number {
  let sum = 0;
  for (const [, amount, unit] of pause.matchAll(PART)) {
    sum += Number(amount) * (UNITS[unit?.toLowerCase() ?? ''] ?? 0);
  }
  return sum;
}

const UNITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...units(['ms', 'millisecond', 'milliseconds'], 1),
  ...units(['s', 'sec', 'secs', 'second', 'seconds'], 1_000),
  ...units(['m', 'min', 'mins', 'minute', 'minutes'], 60_000),
  ...units(['h', 'hr', 'hrs', 'hour', 'hours'], 3_600_000),
  ...units(['d', 'day', 'days'], 86_400_000),
  ...units(['w', 'week', 'weeks'], 604_800_000),
]);

function units(names: readonly string[], unitMs: number): readonly (readonly [string, number])[] {
  return names.map((name) => [name, unitMs] as const);
}

const UNIT = 'milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w';
const DURATION = `((?:\\d+(?:\\.\\d+)?\\s{0,3}(?:${UNIT})(?![a-z])[ ,]{0,3}(?:and )?){1,6})`;
const PART = new RegExp(`(\\d+(?:\\.\\d+)?)\\s{0,3}(${UNIT})(?![a-z])`, 'gi');
const MEMBER = /\bresets?_in_seconds\b["']?\s{0,4}[:=]\s{0,4}(\d{1,9}(?:\.\d+)?)\b/i;
const PAUSE = new RegExp(
  [
    `\\b(?:try again|retry(?:ing)?|resets?|available again|refreshed)\\b[^;\\n]{0,120}?\\b(?:in|after) ${DURATION}`,
    `\\bwait ${DURATION}`,
    `\\bretry[-_]?(?:delay|after)\\b["']?\\s{0,4}[:=]\\s{0,4}["']?${DURATION}`,
  ].join('|'),
  'i',
);
