import { isAgent } from '../adapters.ts';
import { isOneShot } from '../rules/key-needs.ts';
import { HARNESS_DEFAULTS } from '../tables/harness-defaults.ts';
import type { HarnessTable } from '../tables/harness-keys.ts';

/** A checked table with the defaults that apply to it, in the file's own spelling. */
export function effectiveHarness(table: HarnessTable, workdir: string): HarnessTable {
  const oneShot = isOneShot({ ...table });
  return {
    ...processDefaults(table, oneShot),
    workdir,
    ...(oneShot ? runDefaults(table) : {}),
    ...guardDefaults(table),
    ...(table.health_cmd === undefined ? {} : healthDefaults()),
    ...table,
  };
}

function processDefaults(table: HarnessTable, oneShot: boolean): Partial<HarnessTable> {
  const { enabled, restart_delay, restart, auto_accept, tty } = HARNESS_DEFAULTS;
  return {
    enabled,
    tty: tty && isAgent(table.harness) && !oneShot,
    restart: oneShot ? 'no' : restart,
    restart_delay,
    ...(isAgent(table.harness) ? { auto_accept, transcript: table.harness } : {}),
  };
}

function runDefaults(table: HarnessTable): Partial<HarnessTable> {
  const { timeout, on_overlap, keep_runs, catch_up } = HARNESS_DEFAULTS;
  return { timeout, on_overlap, keep_runs, ...(table.schedule === undefined ? {} : { catch_up }) };
}

function guardDefaults(table: HarnessTable): Partial<HarnessTable> {
  const { loop_limit, quota_backoff, quota_backoff_max, stall_action, stall_when } =
    HARNESS_DEFAULTS;
  const stall = table.stall_timeout === undefined ? {} : { stall_action, stall_when };
  return { loop_limit, quota_backoff, quota_backoff_max, ...stall };
}

function healthDefaults(): Partial<HarnessTable> {
  const { health_interval, health_timeout, health_failures, health_action, health_start_period } =
    HARNESS_DEFAULTS;
  return { health_interval, health_timeout, health_failures, health_action, health_start_period };
}
