import type { ScheduleSpec } from '@harness/harness-config';
import { Cron } from 'croner';

/** The first firing after an instant, both in Unix milliseconds; undefined when there is none any more. */
export type NextFiring = (afterMs: number) => number | undefined;

/**
 * When a schedule fires. A fixed time that the clock skips fires at the first instant after the gap, and one that comes
 * twice fires the first time; minutes or hours with a wildcard or a step follow elapsed time.
 */
export function nextFiring({
  pattern,
  timeZone,
}: Pick<ScheduleSpec, 'pattern' | 'timeZone'>): NextFiring {
  const cron = new Cron(pattern, {
    mode: '5-part',
    fixedTimeRule: 'no-wildcard',
    paused: true,
    ...(timeZone === undefined ? {} : { timezone: timeZone }),
  });
  return (afterMs) => cron.nextRun(new Date(afterMs))?.getTime();
}
