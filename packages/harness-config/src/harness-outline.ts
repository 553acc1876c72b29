import { quickCheck } from '@harness/config-text/schema';
import { ADAPTERS, type Adapter } from './adapters.ts';
import { harnessRules } from './rules/harness-rules.ts';
import { isOneShot } from './rules/key-needs.ts';
import type { RawTable } from './rules/refuse.ts';
import { type Effect, effectOf } from './spec/key-effects.ts';
import type { HarnessKey } from './tables/harness-keys.ts';
import { harnessKeys } from './tables/harness-table.ts';

/** What all `[harness.<name>]` tables with the same adapter and the same keys in the same order have in common. */
export interface HarnessOutline {
  readonly adapter: Adapter;
  readonly keys: readonly string[];
  readonly oneShot: boolean;
  /** Whether both ends of the back-off are written, so that they have to be compared. */
  readonly limitsBackoff: boolean;
  /** What is to be done about each key but `harness`, in their order. */
  readonly steps: readonly KeyStep[];
}

/** How the value of one key is checked, and what it then puts into the spec. */
export interface KeyStep {
  readonly key: string;
  readonly fits: (value: unknown) => boolean;
  readonly put: Effect;
}

/** The outlines that are kept at a time; a fleet has a few. */
const KEPT = 256;

const kept = new Map<string, HarnessOutline>();
let latest: HarnessOutline | undefined;

/**
 * The outline of a table, or undefined where the adapter, a key or a rule between keys is wrong. Tables in a row
 * mostly share one, and its keys are compared much faster than they are looked up one by one.
 */
export function outlineOf(table: RawTable): HarnessOutline | undefined {
  const keys = Object.keys(table);
  const adapter = table['harness'];
  if (latest === undefined || !isOutline(latest, adapter, keys)) {
    latest = find(adapter, keys);
  }
  return latest;
}

function isOutline(outline: HarnessOutline, adapter: unknown, keys: readonly string[]): boolean {
  if (outline.adapter !== adapter || outline.keys.length !== keys.length) {
    return false;
  }
  for (let index = 0; index < keys.length; index += 1) {
    if (keys[index] !== outline.keys[index]) {
      return false;
    }
  }
  return true;
}

function find(written: unknown, keys: readonly string[]): HarnessOutline | undefined {
  const adapter = ADAPTERS.find((known) => known === written);
  if (adapter === undefined) {
    return undefined;
  }
  const name = `${adapter} ${keys.join(' ')}`;
  const known = kept.get(name);
  // A key in quotes may hold a space.
  return known !== undefined && isOutline(known, adapter, keys)
    ? known
    : learn(name, adapter, keys);
}

function learn(
  name: string,
  adapter: Adapter,
  keys: readonly string[],
): HarnessOutline | undefined {
  const outline = draw(adapter, keys);
  if (outline !== undefined) {
    if (kept.size >= KEPT) {
      kept.clear();
    }
    kept.set(name, outline);
  }
  return outline;
}

function draw(adapter: Adapter, keys: readonly string[]): HarnessOutline | undefined {
  const steps = keys.flatMap((key) => STEPS.get(key) ?? []);
  // The rules between keys ask which keys there are, and of values for that of the adapter alone.
  const table = Object.fromEntries(keys.map((key) => [key, key === 'harness' ? adapter : true]));
  return steps.length < keys.length || harnessRules([], table).length > 0
    ? undefined
    : {
        adapter,
        keys: steps.map(({ key }) => key),
        oneShot: isOneShot(table),
        limitsBackoff: 'quota_backoff' in table && 'quota_backoff_max' in table,
        steps: steps.filter(({ key }) => key !== 'harness'),
      };
}

const STEPS: ReadonlyMap<string, KeyStep> = new Map(
  (Object.keys(harnessKeys) as HarnessKey[]).map((key) => [
    key,
    { key, fits: quickCheck(harnessKeys[key]), put: effectOf(key) },
  ]),
);
