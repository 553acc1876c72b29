import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait, and how often to look. */
export interface Patience {
  /** Default 10 s. */
  readonly timeoutMs?: number;
  /** Default 25 ms. */
  readonly everyMs?: number;
}

/** What a look gives: anything but `undefined`, `null` and `false` ends the wait. */
export type Seen<T> = Exclude<T, undefined | null | false>;

/**
 * Looks until there is something to see, and returns it.
 *
 * @throws Error `not within N ms: what` when the time is up; whatever `look` throws, at once.
 */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 25 }: Patience = {},
): Promise<Seen<T>> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) {
      return seen;
    }
    if (performance.now() > endMs) {
      throw new Error(`not within ${timeoutMs} ms: ${what}`);
    }
    await pause(everyMs);
  }
}

function isThere<T>(seen: T): seen is Seen<T> {
  return seen !== undefined && seen !== null && seen !== false;
}
