import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Once the first questions are answered, and once the first programs run.
const ANSWERED_MS = 1_000;
const STARTED_MS = 5_000;

/**
 * Does without V8's quick compilers while hundreds of harnesses start, for which their code would take 1 MB; what is hot
 * is compiled all the same. Not a flag of the start: with another set of flags Node's own code, kept compiled in its
 * binary, is not taken, and every part of it that is loaded later is compiled anew.
 */
export function compileLess(): void {
  setFlagsFromString('--no-sparkplug');
  setFlagsFromString('--no-maglev');
}

/** Once the start is over: makes ready for what comes seldom and is to be quick, and gives back what starting took. */
export function settleSoon(): void {
  setTimeout(compileAtOnce, ANSWERED_MS).unref();
  setTimeout(collect, STARTED_MS).unref();
}

/**
 * An idle daemon allocates too little for the collector to come by itself, and every spawn copies the page tables of
 * whatever is still there.
 */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') {
    gc();
  }
}

/**
 * Compiles a function when it is first called, and remembers from then on what its operands are. By itself V8 begins
 * with both after some calls, which the way of an alert does not see in days: a fifth to a third of the time to its hook.
 */
function compileAtOnce(): void {
  for (const flag of ['--sparkplug', '--always-sparkplug', '--no-lazy-feedback-allocation']) {
    setFlagsFromString(flag);
  }
}
