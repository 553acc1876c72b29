import { parseGoDuration } from '@harness/config-text';
import { duration } from '@harness/config-text/schema';
import { z } from 'zod';

const LONGEST_S = 3600;
const SENTENCE = `must be seconds from 0 to ${LONGEST_S}, or a duration such as "1s"`;
const RANGE = { from: '0s', to: '1h', example: '1s' };

/** The pause before a restart: a number of seconds, or a Go duration. */
export function restartDelay(): z.ZodType<string | number> {
  const seconds = z
    .number({ error: SENTENCE })
    .min(0, { error: SENTENCE })
    .max(LONGEST_S, { error: SENTENCE });
  return z.union([seconds, duration(RANGE)], { error: SENTENCE });
}

/** The milliseconds of a pause that has been checked, rounded up. */
export function restartDelayMs(written: string | number): number {
  if (typeof written === 'number') {
    return Math.ceil(written * 1000);
  }
  const reading = parseGoDuration(written);
  return reading.kind === 'duration' ? reading.ms : 0;
}
