/** It worked. */
export const DONE = 0;
/** It was understood and failed. */
export const FAILED = 1;
/** It was not understood: an unknown verb, option or value. */
export const MISUSED = 2;
/** A run was not started: another one went on, or its provider has no quota left. As `EX_TEMPFAIL` of sysexits.h. */
export const SKIPPED = 75;
/** A run was ended at its time limit, as `timeout` of coreutils says it. */
export const TIMED_OUT = 124;
