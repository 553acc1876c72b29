/** It worked. */
export const DONE = 0;
/** It was understood and failed. */
export const FAILED = 1;
/** It was not understood: an unknown verb, option or value. */
export const MISUSED = 2;
