import { type Adapter, isAgent } from '../adapters.ts';
import { isOneShot } from '../rules/key-needs.ts';
import { HARNESS_DEFAULTS } from '../tables/harness-defaults.ts';
import type { HarnessTable } from '../tables/harness-keys.ts';

/** A checked table with the defaults that apply to it, in the file's own spelling. */
export function effectiveHarness(table: HarnessTable, workdir: string): HarnessTable {
  const oneShot = isOneShot(table);
  const { harness, ...defaults } = defaultsOf(table.harness, oneShot);
  return Object.assign(
    { harness, workdir, ...defaults },
    oneShot ? runDefaults(table) : undefined,
    table.stall_timeout === undefined ? undefined : STALL,
    table.health_cmd === undefined ? undefined : HEALTH,
    table,
  );
}

/** What applies to every harness of an adapter, one-shots told apart. */
export function defaultsOf(adapter: Adapter, oneShot: boolean): HarnessTable {
  const { enabled, restart_delay, restart, auto_accept, tty } = HARNESS_DEFAULTS;
  const { loop_limit, quota_backoff, quota_backoff_max } = HARNESS_DEFAULTS;
  return {
    harness: adapter,
    enabled,
    tty: tty && isAgent(adapter) && !oneShot,
    restart: oneShot ? 'no' : restart,
    restart_delay,
    ...(isAgent(adapter) ? { auto_accept, transcript: adapter } : {}),
    loop_limit,
    quota_backoff,
    quota_backoff_max,
  };
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

function runDefaults(table: HarnessTable): Partial<HarnessTable> {
  const { timeout, on_overlap, keep_runs, catch_up } = HARNESS_DEFAULTS;
  return { timeout, on_overlap, keep_runs, ...(table.schedule === undefined ? {} : { catch_up }) };
}
