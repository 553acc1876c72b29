import type { HarnessTable } from './harness-keys.ts';

/** The keys of `[harness.<name>]` that have a default of their own. */
export type DefaultKey =
  | 'enabled'
  | 'tty'
  | 'restart'
  | 'restart_delay'
  | 'auto_accept'
  | 'timeout'
  | 'on_overlap'
  | 'keep_runs'
  | 'catch_up'
  | 'stall_action'
  | 'stall_when'
  | 'health_interval'
  | 'health_timeout'
  | 'health_failures'
  | 'health_action'
  | 'health_start_period'
  | 'loop_limit'
  | 'quota_backoff'
  | 'quota_backoff_max';

/**
 * What keys of `[harness.<name>]` are when they are left out, in the file's own spelling. `restart` is `no` and
 * `tty` false for a one-shot; `tty` is false for `generic` and `command`.
 */
export const HARNESS_DEFAULTS: {
  readonly [Key in DefaultKey]: Exclude<HarnessTable[Key], undefined>;
} = {
  enabled: false,
  tty: true,
  restart: 'always',
  restart_delay: '1s',
  auto_accept: false,
  timeout: '1h',
  on_overlap: 'skip',
  keep_runs: 20,
  catch_up: false,
  stall_action: 'notify',
  stall_when: 'always',
  health_interval: '30s',
  health_timeout: '10s',
  health_failures: 3,
  health_action: 'notify',
  health_start_period: '30s',
  loop_limit: 8,
  quota_backoff: '15m',
  quota_backoff_max: '6h',
};
