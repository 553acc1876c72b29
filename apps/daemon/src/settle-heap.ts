import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_MS = 5_000;

/**
 * Gives back, once, what starting took: an idle daemon allocates too little for the collector to come by itself, and
 * every spawn copies the page tables of whatever is still there.
 */
export function settleHeapSoon(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') {
      collect();
    }
  }, AFTER_MS).unref();
}
