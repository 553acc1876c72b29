import { parseGoDuration } from '@harness/config-text';
import type { Written } from '../tables/harness-keys.ts';

/** The milliseconds of a duration that has been checked or is a default. */
export function durationMs(written: Written | undefined): number {
  const reading = parseGoDuration(String(written));
  if (reading.kind === 'invalid') {
    throw new Error(`a duration was not checked: ${String(written)} ${reading.reason}`);
  }
  return reading.ms;
}
