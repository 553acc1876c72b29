import { parseSchedule } from '../schedule.ts';
import { HARNESS_DEFAULTS } from '../tables/harness-defaults.ts';
import { durationMs } from './duration-ms.ts';
import type { HealthSpec, RunSpec, ScheduleSpec, StallSpec } from './harness-spec.ts';

/** How the runs of a one-shot start and end that says nothing about them. */
export const RUNS: RunSpec = {
  timeoutMs: durationMs(HARNESS_DEFAULTS.timeout),
  onOverlap: HARNESS_DEFAULTS.on_overlap,
  keepRuns: HARNESS_DEFAULTS.keep_runs,
};

/** How a silence is dealt with; its length has no default. */
export const STALL: StallSpec = {
  timeoutMs: 0,
  action: HARNESS_DEFAULTS.stall_action,
  when: HARNESS_DEFAULTS.stall_when,
};

/** How a harness is probed; the command has no default. */
export const HEALTH: HealthSpec = {
  argv: [],
  intervalMs: durationMs(HARNESS_DEFAULTS.health_interval),
  timeoutMs: durationMs(HARNESS_DEFAULTS.health_timeout),
  failures: HARNESS_DEFAULTS.health_failures,
  action: HARNESS_DEFAULTS.health_action,
  startPeriodMs: durationMs(HARNESS_DEFAULTS.health_start_period),
};

/** When runs start by themselves, of a schedule that has been checked. */
export function scheduleOf(text: string, catchUp: boolean): ScheduleSpec {
  const reading = parseSchedule(text);
  if (reading.kind === 'invalid') {
    throw new Error(`a schedule was not checked: it ${reading.sentence}`);
  }
  const { pattern, timeZone } = reading;
  return { pattern, ...(timeZone === undefined ? {} : { timeZone }), catchUp };
}
