const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** A span of time in at most two units: `0s`, `41s`, `2m 5s`, `3h`, `13d 4h`. A negative one is `0s`. */
export function durationWords(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  let rest = seconds;
  const parts = UNITS.slice(first === -1 ? UNITS.length : first)
    .slice(0, 2)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? [] : [`${count}${unit}`];
    });
  return parts.length === 0 ? '0s' : parts.join(' ');
}

/** The time since an RFC 3339 instant, as {@link durationWords}; `?` when it is none. */
export function timeSince(instant: string, nowMs: number): string {
  const atMs = Date.parse(instant);
  return Number.isNaN(atMs) ? '?' : durationWords(nowMs - atMs);
}
