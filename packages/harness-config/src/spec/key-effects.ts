import { type Base, resolvePath } from '../resolve-path.ts';
import type { HarnessKey, HarnessTable } from '../tables/harness-keys.ts';
import { restartDelayMs } from '../tables/restart-delay.ts';
import type { HarnessSpec } from './harness-spec.ts';
import { healthOf, quotaOf, runsOf, stallOf } from './spec-parts.ts';

/** A spec that is being put together. */
export type HarnessDraft = { -readonly [Key in keyof HarnessSpec]: HarnessSpec[Key] };

/** What a key of a checked table puts into the spec. */
type Effect<Key extends HarnessKey> = (
  draft: HarnessDraft,
  value: Exclude<HarnessTable[Key], undefined>,
  table: HarnessTable,
  base: Base,
) => void;

const EFFECTS: { readonly [Key in HarnessKey]?: Effect<Key> } = {
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
  prompt: (draft, value, table) => {
    draft.prompt = value;
    draft.runs = runsOf(table);
  },
  prompt_file: (draft, value, table, base) => {
    draft.promptFile = resolvePath(value, base);
    draft.runs = runsOf(table);
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
  transcript: (draft, value) => {
    draft.transcript = value;
  },
  stall_timeout: (draft, value, table) => {
    draft.stall = stallOf(value, table);
  },
  health_cmd: (draft, value, table) => {
    draft.health = healthOf(value, table);
  },
  loop_limit: (draft, value) => {
    draft.loopLimit = value;
  },
  quota_backoff: putQuota,
  quota_backoff_max: putQuota,
  quota_group: putQuota,
};

const BY_KEY: ReadonlyMap<string, Effect<HarnessKey>> = new Map(
  Object.entries(EFFECTS),
) as ReadonlyMap<string, Effect<HarnessKey>>;

/**
 * Puts keys of a checked table into a spec. Keys that only go with another are read beside that one.
 *
 * @param keys - those that the table has, which are slow to ask for.
 */
export function applyKeys(
  draft: HarnessDraft,
  table: HarnessTable,
  base: Base,
  keys: readonly string[],
): HarnessDraft {
  for (const key of keys) {
    BY_KEY.get(key)?.(draft, table[key as HarnessKey] as never, table, base);
  }
  return draft;
}

function putQuota(draft: HarnessDraft, _value: unknown, table: HarnessTable): void {
  draft.quota = quotaOf(table);
}
