import type { z } from 'zod';
import type { Adapter, AgentKind } from '../adapters.ts';
import type { Action, Overlap, Restart, StallTime } from './choices.ts';

/** A duration as it is written: Go's spelling, or the number 0. */
export type Written = string | 0;

/** A `[harness.<name>]` table as it is written, once it has been checked. */
export interface HarnessTable {
  harness: Adapter;
  args?: string[] | undefined;
  argv?: string[] | undefined;
  workdir?: string | undefined;
  env_file?: string | string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
  tty?: boolean | undefined;
  restart?: Restart | undefined;
  restart_delay?: string | number | undefined;
  prompt?: string | undefined;
  prompt_file?: string | undefined;
  model?: string | undefined;
  auto_accept?: boolean | undefined;
  max_turns?: number | undefined;
  timeout?: Written | undefined;
  on_overlap?: Overlap | undefined;
  keep_runs?: number | undefined;
  schedule?: string | undefined;
  catch_up?: boolean | undefined;
  transcript?: AgentKind | undefined;
  stall_timeout?: Written | undefined;
  stall_action?: Action | undefined;
  stall_when?: StallTime | undefined;
  health_cmd?: string | string[] | undefined;
  health_interval?: Written | undefined;
  health_timeout?: Written | undefined;
  health_failures?: number | undefined;
  health_action?: Action | undefined;
  health_start_period?: Written | undefined;
  loop_limit?: number | undefined;
  quota_backoff?: Written | undefined;
  quota_backoff_max?: Written | undefined;
  quota_group?: string | undefined;
}

/** A key of {@link HarnessTable}. */
export type HarnessKey = keyof HarnessTable;

/** The schemas of some keys of {@link HarnessTable}. */
export type KeySchemas<Keys extends HarnessKey> = {
  readonly [Key in Keys]: z.ZodType<HarnessTable[Key]>;
};
