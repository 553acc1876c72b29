import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const STARTED_MS = 5_000;

/**
 * From now on V8 compiles a function when it is first called, and remembers from then on what its operands are. By itself
 * it begins with both after some calls, which the way of an alert does not see in days: an eighth of the time to its
 * hook, a quarter where memory is slow. Its next compiler, Maglev, takes more than it gives. Not flags of the start: with
 * other flags Node's own code, kept compiled in its binary, is not taken, and every part of it is compiled anew.
 */
export function compileAtOnce(): void {
  for (const flag of ['--always-sparkplug', '--no-lazy-feedback-allocation', '--no-maglev']) {
    setFlagsFromString(flag);
  }
}

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
  }, STARTED_MS).unref();
}
