const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'm', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const;

/**
 * A duration as a person reads it: its two largest units, such as `2m 5s`, `1h`, `3d 4h`.
 * Below ten seconds a tenth is shown (`1.5s`), below one second milliseconds (`250ms`).
 */
export function durationText(durationMs: number): string {
  if (durationMs < 1000) {
    return `${Math.max(0, Math.floor(durationMs))}ms`;
  }
  if (durationMs < 10_000) {
    return `${Math.floor(durationMs / 100) / 10}s`;
  }
  const first = UNITS.findIndex((unit) => durationMs >= unit.ms);
  return UNITS.slice(first, first + 2)
    .flatMap(partOf(durationMs))
    .join(' ');
}

function partOf(durationMs: number): (unit: (typeof UNITS)[number], place: number) => string[] {
  return (unit, place) => {
    const larger = UNITS[UNITS.indexOf(unit) - 1];
    const rest = place === 0 || larger === undefined ? durationMs : durationMs % larger.ms;
    const amount = Math.floor(rest / unit.ms);
    return amount === 0 ? [] : [`${amount}${unit.name}`];
  };
}
