/** The value below which this part of the values lies; the nearest one, without interpolation. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  if (found === undefined) {
    throw new Error('there is no quantile of no values');
  }
  return found;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
