import { type Base, resolvePath } from '../resolve-path.ts';
import type { HarnessKey, HarnessTable } from '../tables/harness-keys.ts';
import { restartDelayMs } from '../tables/restart-delay.ts';
import { durationMs } from './duration-ms.ts';
import type { HarnessSpec } from './harness-spec.ts';
import { HEALTH, RUNS, STALL, scheduleOf } from './spec-parts.ts';

/** A spec that is being put together. */
export type HarnessDraft = { -readonly [Key in keyof HarnessSpec]: HarnessSpec[Key] };

/** The other keys of the table, whose values need not have been checked. */
type Beside = { readonly [Key in HarnessKey]?: unknown };

/** What a key of a table puts into the spec once its value has been checked. */
export type Effect<Key extends HarnessKey = HarnessKey> = (
  draft: HarnessDraft,
  value: Exclude<HarnessTable[Key], undefined>,
  table: Beside,
  base: Base,
) => void;

const EFFECTS: { readonly [Key in HarnessKey]: Effect<Key> } = {
  harness: (draft, value) => {
    draft.adapter = value;
  },
  args: (draft, value) => {
    draft.args = value;
  },
  argv: (draft, value) => {
    draft.argv = value;
  },
  workdir: (draft, value, _table, base) => {
    draft.workdir = resolvePath(value, base);
  },
  env_file: (draft, value, _table, base) => {
    const files = typeof value === 'string' ? [value] : value;
    draft.envFiles = files.map((file) => resolvePath(file, base));
  },
  description: (draft, value) => {
    draft.description = value;
  },
  enabled: (draft, value) => {
    draft.enabled = value;
  },
  tty: (draft, value) => {
    draft.tty = value;
  },
  restart: (draft, value) => {
    draft.restart = value;
  },
  restart_delay: (draft, value) => {
    draft.restartDelayMs = restartDelayMs(value);
  },
  prompt: (draft, value) => {
    draft.prompt = value;
    draft.runs ??= RUNS;
  },
  prompt_file: (draft, value, _table, base) => {
    draft.promptFile = resolvePath(value, base);
    draft.runs ??= RUNS;
  },
  model: (draft, value) => {
    draft.model = value;
  },
  auto_accept: (draft, value) => {
    draft.autoAccept = value;
  },
  max_turns: (draft, value) => {
    draft.maxTurns = value;
  },
  timeout: (draft, value) => {
    draft.runs = { ...(draft.runs ?? RUNS), timeoutMs: durationMs(value) };
  },
  on_overlap: (draft, value) => {
    draft.runs = { ...(draft.runs ?? RUNS), onOverlap: value };
  },
  keep_runs: (draft, value) => {
    draft.runs = { ...(draft.runs ?? RUNS), keepRuns: value };
  },
  schedule: (draft, value, table) => {
    draft.runs = {
      ...(draft.runs ?? RUNS),
      schedule: scheduleOf(value, table.catch_up === true),
    };
  },
  // Part of the schedule.
  catch_up: () => undefined,
  transcript: (draft, value) => {
    draft.transcript = value;
  },
  stall_timeout: (draft, value) => {
    draft.stall = { ...(draft.stall ?? STALL), timeoutMs: durationMs(value) };
  },
  stall_action: (draft, value) => {
    draft.stall = { ...(draft.stall ?? STALL), action: value };
  },
  stall_when: (draft, value) => {
    draft.stall = { ...(draft.stall ?? STALL), when: value };
  },
  health_cmd: (draft, value) => {
    const argv = typeof value === 'string' ? ['sh', '-c', value] : value;
    draft.health = { ...(draft.health ?? HEALTH), argv };
  },
  health_interval: (draft, value) => {
    draft.health = { ...(draft.health ?? HEALTH), intervalMs: durationMs(value) };
  },
  health_timeout: (draft, value) => {
    draft.health = { ...(draft.health ?? HEALTH), timeoutMs: durationMs(value) };
  },
  health_failures: (draft, value) => {
    draft.health = { ...(draft.health ?? HEALTH), failures: value };
  },
  health_action: (draft, value) => {
    draft.health = { ...(draft.health ?? HEALTH), action: value };
  },
  health_start_period: (draft, value) => {
    draft.health = { ...(draft.health ?? HEALTH), startPeriodMs: durationMs(value) };
  },
  loop_limit: (draft, value) => {
    draft.loopLimit = value;
  },
  quota_backoff: (draft, value) => {
    const backoffMs = durationMs(value);
    // The default limit gives way to a longer first park; a written one is no shorter.
    const backoffMaxMs = Math.max(backoffMs, draft.quota.backoffMaxMs);
    draft.quota = { ...draft.quota, backoffMs, backoffMaxMs };
  },
  quota_backoff_max: (draft, value) => {
    draft.quota = { ...draft.quota, backoffMaxMs: durationMs(value) };
  },
  quota_group: (draft, value) => {
    draft.quota = { ...draft.quota, group: value };
  },
};

/** What a key of a checked table puts into the spec. */
export function effectOf(key: HarnessKey): Effect {
  return EFFECTS[key] as Effect;
}

/** Puts the keys of a checked table into a spec. */
export function applyKeys(draft: HarnessDraft, table: HarnessTable, base: Base): HarnessDraft {
  for (const key of Object.keys(table) as HarnessKey[]) {
    effectOf(key)(draft, table[key] as never, table, base);
  }
  return draft;
}
