import { isDeepStrictEqual } from 'node:util';
import type { Config } from './spec/config.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';

/** The tables of the global file besides the harnesses. */
export const SECTIONS = ['notify', 'server', 'daemon', 'redact', 'profiles'] as const;

/** One of {@link SECTIONS}. */
export type Section = (typeof SECTIONS)[number];

/** What a reload changes. Names in the order of the configuration they are in. */
export interface ConfigChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Declared in both, with another meaning; a harness that only moved in the file is not among them. */
  readonly changed: readonly string[];
  readonly sections: readonly Section[];
}

/** Compares two configurations by what they mean. */
export function diffConfig(old: Config, next: Config): ConfigChange {
  const before = byName(old);
  const after = byName(next);
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after].flatMap(([name, harness]) =>
      differs(before.get(name), harness) ? [name] : [],
    ),
    sections: SECTIONS.filter((section) => !isDeepStrictEqual(old[section], next[section])),
  };
}

function byName(config: Config): Map<string, HarnessSpec> {
  return new Map(config.harnesses.map((harness) => [harness.name, harness]));
}

function differs(before: HarnessSpec | undefined, after: HarnessSpec): boolean {
  return before !== undefined && !isDeepStrictEqual({ ...before, source: after.source }, after);
}
