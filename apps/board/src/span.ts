const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** A span of time in at most two units, as the command line writes it: `0s`, `41s`, `2m 5s`, `13d 4h`. */
export function spanWords(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const parts = UNITS.slice(first === -1 ? UNITS.length : first, first + 2).map(
    ([unit, size], at) => {
      const above = at === 0 ? Number.POSITIVE_INFINITY : (UNITS[first]?.[1] ?? 1);
      return [Math.floor((seconds % above) / size), unit] as const;
    },
  );
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return words.length === 0 ? '0s' : words.join(' ');
}

/** A short time: `12 ms`, `1.2 s`, `2m 5s`. */
export function tookWords(durationMs: number): string {
  if (durationMs < 1000) {
    return `${Math.round(durationMs)} ms`;
  }
  return durationMs < 60_000 ? `${(durationMs / 1000).toFixed(1)} s` : spanWords(durationMs);
}
