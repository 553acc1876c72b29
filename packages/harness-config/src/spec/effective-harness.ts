import { isAgent } from '../adapters.ts';
import { isOneShot } from '../rules/key-needs.ts';
import { HARNESS_DEFAULTS } from '../tables/harness-defaults.ts';
import type { HarnessTable } from '../tables/harness-keys.ts';

/** A checked table with the defaults that apply to it, in the file's own spelling. */
export function effectiveHarness(table: HarnessTable, workdir: string): HarnessTable {
  const oneShot = isOneShot(table);
  return Object.assign(
    processDefaults(table, oneShot, workdir),
    oneShot ? runDefaults(table) : undefined,
    table.stall_timeout === undefined ? undefined : STALL,
    table.health_cmd === undefined ? undefined : HEALTH,
    table,
  );
}

const { stall_action, stall_when } = HARNESS_DEFAULTS;
const STALL = { stall_action, stall_when };

const { health_interval, health_timeout, health_failures, health_action, health_start_period } =
  HARNESS_DEFAULTS;
const HEALTH = {
  health_interval,
  health_timeout,
  health_failures,
  health_action,
  health_start_period,
};

function processDefaults(table: HarnessTable, oneShot: boolean, workdir: string): HarnessTable {
  const { enabled, restart_delay, restart, auto_accept, tty } = HARNESS_DEFAULTS;
  const { loop_limit, quota_backoff, quota_backoff_max } = HARNESS_DEFAULTS;
  return {
    harness: table.harness,
    workdir,
    enabled,
    tty: tty && isAgent(table.harness) && !oneShot,
    restart: oneShot ? 'no' : restart,
    restart_delay,
    ...(isAgent(table.harness) ? { auto_accept, transcript: table.harness } : {}),
    loop_limit,
    quota_backoff,
    quota_backoff_max,
  };
}

function runDefaults(table: HarnessTable): Partial<HarnessTable> {
  const { timeout, on_overlap, keep_runs, catch_up } = HARNESS_DEFAULTS;
  return { timeout, on_overlap, keep_runs, ...(table.schedule === undefined ? {} : { catch_up }) };
}
