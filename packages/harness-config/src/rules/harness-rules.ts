import { type Finding, type KeyPath, parseGoDuration } from '@harness/config-text';
import { KEY_NEEDS } from './key-needs.ts';
import type { RawTable } from './refuse.ts';
import { conflict } from './refuse.ts';

/** What the keys of one `[harness.<name>]` table say against each other. */
export function harnessRules(path: KeyPath, table: RawTable): Finding[] {
  return [
    ...missingArgv(path, table),
    ...unmetNeeds(path, table),
    ...shrinkingBackoff(path, table),
  ];
}

/** Whether the parks of a table would become shorter by being doubled. */
export function shrinksBackoff(table: RawTable): boolean {
  const first = msOf(table['quota_backoff']);
  const longest = msOf(table['quota_backoff_max']);
  return first !== undefined && longest !== undefined && longest < first;
}

function missingArgv(path: KeyPath, table: RawTable): Finding[] {
  if (table['harness'] !== 'command' || 'argv' in table) {
    return [];
  }
  const sentence =
    'is missing: harness = "command" needs it, such as argv = ["/usr/bin/my-agent", "--serve"]';
  return [{ path: [...path, 'argv'], code: 'missing_key', form: 'key', sentence }];
}

function unmetNeeds(path: KeyPath, table: RawTable): Finding[] {
  const told = new Set<string>();
  return KEY_NEEDS.filter((need) => !need.met(table)).flatMap((need) =>
    need.keys
      // One reason a key is enough.
      .filter((key) => key in table && !told.has(key))
      .map((key) => {
        told.add(key);
        return conflict([...path, key], need.sentence);
      }),
  );
}

function shrinkingBackoff(path: KeyPath, table: RawTable): Finding[] {
  return shrinksBackoff(table)
    ? [conflict([...path, 'quota_backoff_max'], 'must not be shorter than quota_backoff')]
    : [];
}

function msOf(value: unknown): number | undefined {
  const reading = typeof value === 'string' ? parseGoDuration(value) : undefined;
  return reading?.kind === 'duration' ? reading.ms : undefined;
}
