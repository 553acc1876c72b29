import type { Store } from '@harness/store';

/** A time in which no daemon ran although none had said goodbye. RFC 3339, UTC. */
export interface BlindWindow {
  readonly from: string;
  readonly to: string;
}

/** How often a daemon says that it lives: a blind window begins that much too early at most. */
export const ALIVE_EVERY_MS = 10_000;

/** From when to when nobody was watching; undefined after a clean end. */
export function blindWindow(store: Store, startedMs: number): BlindWindow | undefined {
  const { clean, lastAliveMs } = store.openedAfter();
  return clean || lastAliveMs === undefined
    ? undefined
    : { from: new Date(lastAliveMs).toISOString(), to: new Date(startedMs).toISOString() };
}
