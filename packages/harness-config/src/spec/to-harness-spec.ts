import { type Base, resolvePath } from '../resolve-path.ts';
import { parseSchedule } from '../schedule.ts';
import { HARNESS_DEFAULTS } from '../tables/harness-defaults.ts';
import type { HarnessTable } from '../tables/harness-keys.ts';
import { restartDelayMs } from '../tables/restart-delay.ts';
import { durationMs } from './duration-ms.ts';
import { effectiveHarness } from './effective-harness.ts';
import type {
  HarnessSpec,
  HealthSpec,
  QuotaSpec,
  RunSpec,
  ScheduleSpec,
  Source,
  StallSpec,
} from './harness-spec.ts';

/** Where a harness is declared and what its paths are relative to. */
export interface Declaration {
  readonly name: string;
  readonly source: Source;
  readonly base: Base;
  /** Where it runs when the table does not say. */
  readonly workdir: string;
}

/** Resolves a checked table: defaults, absolute paths, milliseconds. */
export function toHarnessSpec(written: HarnessTable, declaration: Declaration): HarnessSpec {
  const table = effectiveHarness(written, declaration.workdir);
  const { base } = declaration;
  const oneShot = table.prompt !== undefined || table.prompt_file !== undefined;
  return dropAbsent({
    name: declaration.name,
    adapter: table.harness,
    args: table.args ?? [],
    argv: table.argv ?? [],
    workdir: resolvePath(table.workdir ?? declaration.workdir, base),
    envFiles: listOf(table.env_file).map((file) => resolvePath(file, base)),
    description: table.description,
    enabled: table.enabled ?? HARNESS_DEFAULTS.enabled,
    tty: table.tty ?? false,
    restart: table.restart ?? HARNESS_DEFAULTS.restart,
    restartDelayMs: restartDelayMs(table.restart_delay ?? HARNESS_DEFAULTS.restart_delay),
    oneShot,
    prompt: table.prompt,
    promptFile: table.prompt_file === undefined ? undefined : resolvePath(table.prompt_file, base),
    model: table.model,
    autoAccept: table.auto_accept ?? HARNESS_DEFAULTS.auto_accept,
    maxTurns: table.max_turns,
    runs: oneShot ? runsOf(table) : undefined,
    transcript: table.transcript,
    stall: stallOf(table),
    health: healthOf(table),
    loopLimit: table.loop_limit ?? HARNESS_DEFAULTS.loop_limit,
    quota: quotaOf(table, written),
    source: declaration.source,
  });
}

function runsOf(table: HarnessTable): RunSpec {
  return dropAbsent({
    timeoutMs: durationMs(table.timeout),
    onOverlap: table.on_overlap ?? HARNESS_DEFAULTS.on_overlap,
    keepRuns: table.keep_runs ?? HARNESS_DEFAULTS.keep_runs,
    schedule: scheduleOf(table),
  });
}

function scheduleOf(table: HarnessTable): ScheduleSpec | undefined {
  const reading = table.schedule === undefined ? undefined : parseSchedule(table.schedule);
  if (reading?.kind !== 'schedule') {
    return undefined;
  }
  const { pattern, timeZone } = reading;
  return dropAbsent({ pattern, timeZone, catchUp: table.catch_up ?? HARNESS_DEFAULTS.catch_up });
}

function stallOf(table: HarnessTable): StallSpec | undefined {
  return table.stall_timeout === undefined
    ? undefined
    : {
        timeoutMs: durationMs(table.stall_timeout),
        action: table.stall_action ?? HARNESS_DEFAULTS.stall_action,
        when: table.stall_when ?? HARNESS_DEFAULTS.stall_when,
      };
}

function healthOf(table: HarnessTable): HealthSpec | undefined {
  const command = table.health_cmd;
  return command === undefined
    ? undefined
    : {
        argv: typeof command === 'string' ? ['sh', '-c', command] : command,
        intervalMs: durationMs(table.health_interval),
        timeoutMs: durationMs(table.health_timeout),
        failures: table.health_failures ?? HARNESS_DEFAULTS.health_failures,
        action: table.health_action ?? HARNESS_DEFAULTS.health_action,
        startPeriodMs: durationMs(table.health_start_period),
      };
}

function quotaOf(table: HarnessTable, written: HarnessTable): QuotaSpec {
  const backoffMs = durationMs(table.quota_backoff);
  const maxMs = durationMs(table.quota_backoff_max);
  // The default limit gives way to a longer first park.
  const backoffMaxMs = written.quota_backoff_max === undefined ? Math.max(maxMs, backoffMs) : maxMs;
  return dropAbsent({ backoffMs, backoffMaxMs, group: table.quota_group });
}

function listOf(value: string | string[] | undefined): string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

type Present<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };

/** A key without a value is left out, so that a spec is the same before and after JSON. */
function dropAbsent<Value extends object>(value: Value): Present<Value> {
  const present: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (part !== undefined) {
      present[key] = part;
    }
  }
  return present as Present<Value>;
}
