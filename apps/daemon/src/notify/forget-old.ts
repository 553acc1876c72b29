import type { Store } from '@harness/store';
import type { Clock } from '../clock.ts';

const DAY_MS = 86_400_000;
const KEEP_MS = 90 * DAY_MS;
const KEEP_ROWS = 50_000;
const EVERY_MS = 3_600_000;
// A daemon that seldom lives for an hour forgets too; not while it is busy with starting.
const FIRST_AFTER_MS = 60_000;

/** Forgets history that is older than 90 days, or beyond 50,000 entries: after a minute and every hour, a slice a turn. */
export function forgetOldHistory(store: Pick<Store, 'prune'>, clock: Pick<Clock, 'wallMs'>): void {
  function slice(): void {
    const forgotten = store.prune({ olderThanMs: clock.wallMs() - KEEP_MS, keepRows: KEEP_ROWS });
    if (forgotten > 0) {
      setImmediate(slice);
    }
  }
  setTimeout(slice, FIRST_AFTER_MS).unref();
  setInterval(slice, EVERY_MS).unref();
}
