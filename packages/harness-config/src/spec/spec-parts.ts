import { parseSchedule } from '../schedule.ts';
import { HARNESS_DEFAULTS } from '../tables/harness-defaults.ts';
import type { HarnessTable, Written } from '../tables/harness-keys.ts';
import { durationMs } from './duration-ms.ts';
import type { HealthSpec, QuotaSpec, RunSpec, ScheduleSpec, StallSpec } from './harness-spec.ts';

/** How the runs of a one-shot start and end. */
export function runsOf(table: HarnessTable): RunSpec {
  const schedule = scheduleOf(table);
  return {
    timeoutMs: durationMs(table.timeout ?? HARNESS_DEFAULTS.timeout),
    onOverlap: table.on_overlap ?? HARNESS_DEFAULTS.on_overlap,
    keepRuns: table.keep_runs ?? HARNESS_DEFAULTS.keep_runs,
    ...(schedule === undefined ? {} : { schedule }),
  };
}

function scheduleOf(table: HarnessTable): ScheduleSpec | undefined {
  const reading = table.schedule === undefined ? undefined : parseSchedule(table.schedule);
  if (reading?.kind !== 'schedule') {
    return undefined;
  }
  const { pattern, timeZone } = reading;
  const catchUp = table.catch_up ?? HARNESS_DEFAULTS.catch_up;
  return { pattern, ...(timeZone === undefined ? {} : { timeZone }), catchUp };
}

/** How a silence of this length is dealt with. */
export function stallOf(timeout: Written, table: HarnessTable): StallSpec {
  return {
    timeoutMs: durationMs(timeout),
    action: table.stall_action ?? HARNESS_DEFAULTS.stall_action,
    when: table.stall_when ?? HARNESS_DEFAULTS.stall_when,
  };
}

/** How this command probes a harness. */
export function healthOf(command: string | string[], table: HarnessTable): HealthSpec {
  return {
    argv: typeof command === 'string' ? ['sh', '-c', command] : command,
    intervalMs: durationMs(table.health_interval ?? HARNESS_DEFAULTS.health_interval),
    timeoutMs: durationMs(table.health_timeout ?? HARNESS_DEFAULTS.health_timeout),
    failures: table.health_failures ?? HARNESS_DEFAULTS.health_failures,
    action: table.health_action ?? HARNESS_DEFAULTS.health_action,
    startPeriodMs: durationMs(table.health_start_period ?? HARNESS_DEFAULTS.health_start_period),
  };
}

/** How long a harness is parked. The default limit gives way to a longer first park. */
export function quotaOf(table: HarnessTable): QuotaSpec {
  const backoffMs = durationMs(table.quota_backoff ?? HARNESS_DEFAULTS.quota_backoff);
  const limit = table.quota_backoff_max;
  const backoffMaxMs =
    limit === undefined
      ? Math.max(backoffMs, durationMs(HARNESS_DEFAULTS.quota_backoff_max))
      : durationMs(limit);
  const group = table.quota_group;
  return { backoffMs, backoffMaxMs, ...(group === undefined ? {} : { group }) };
}
