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

/**
 * Does from now on without V8's quick compilers, whose code would take 4 MB once 300 harnesses were started; what is
 * hot is compiled all the same. Not a flag of the start: with another set of flags Node's own code, kept compiled in
 * its binary, is not taken, and every part of it that is loaded later is compiled anew.
 */
export function compileLess(): void {
  setFlagsFromString('--no-sparkplug');
  setFlagsFromString('--no-maglev');
}
