import { cutTail, TAIL_BYTES } from '@harness/hook-runner';
import { admitCutText } from './cut-text.ts';

/** How much of a program's output is kept until its tail is admitted: a cut through a credential would hide it from redaction. */
export const RAW_TAIL_BYTES: number = 4 * TAIL_BYTES;

/**
 * The end of what a program printed, redacted before it is cut to what is told of it.
 *
 * @param raw - Of {@link RAW_TAIL_BYTES} at most.
 */
export function admitTail(raw: string, admit: (text: string) => string): string {
  return cutTail(admitCutText(raw, admit), TAIL_BYTES);
}
