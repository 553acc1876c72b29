import { redact } from '@harness/redact';

/**
 * The border: every string that comes from outside (an agent, a hook, a probe, a library's error) passes here once,
 * where it enters; behind it no unredacted text exists.
 */
export type Border = (text: string) => string;

/** The border of this daemon. */
export function createBorder(): Border {
  return redact;
}
