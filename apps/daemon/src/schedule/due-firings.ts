import type { NextFiring } from './next-firing.ts';

/** A firing that is noticed later than this is missed. */
export const LATE_AFTER_MS = 60_000;

/** Firings that nobody noticed in time. */
export interface Missed {
  /** At most {@link MOST_COUNTED}. */
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** What a look at the clock brings. */
export interface Due {
  /** How many runs the schedule asks for now. */
  readonly onTime: number;
  readonly missed?: Missed;
  /** One run makes up for all that was missed. */
  readonly catchUp: boolean;
}

/** Where the counting of missed firings ends. */
export const MOST_COUNTED = 1000;

/** The firings after `sinceMs` and up to `nowMs`, Unix milliseconds. */
export function dueFirings(
  next: NextFiring,
  sinceMs: number,
  nowMs: number,
  wantsCatchUp: boolean,
): Due {
  const onTimeMs = Math.max(sinceMs, nowMs - LATE_AFTER_MS - 1);
  const missed = missedFirings(next, sinceMs, onTimeMs);
  const onTime = firings(next, onTimeMs, nowMs, MOST_COUNTED).length;
  return {
    onTime,
    ...(missed === undefined ? {} : { missed }),
    catchUp: wantsCatchUp && missed !== undefined && onTime === 0,
  };
}

function missedFirings(next: NextFiring, sinceMs: number, untilMs: number): Missed | undefined {
  const found = firings(next, sinceMs, untilMs, MOST_COUNTED);
  const [firstMs] = found;
  const lastMs = found.at(-1);
  return firstMs === undefined || lastMs === undefined
    ? undefined
    : { count: found.length, firstMs, lastMs };
}

function firings(next: NextFiring, afterMs: number, untilMs: number, most: number): number[] {
  const found: number[] = [];
  let atMs = next(afterMs);
  while (atMs !== undefined && atMs <= untilMs && found.length < most) {
    found.push(atMs);
    atMs = next(atMs);
  }
  return found;
}
