import type { Finding, KeyPath } from '@harness/config-text';

/** A table before its keys have been checked. */
export type RawTable = Readonly<Record<string, unknown>>;

/** A value as a table, or undefined when it is none. */
export function asTable(value: unknown): RawTable | undefined {
  const plain =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date);
  return plain ? (value as RawTable) : undefined;
}

/** A refusal of a key that does not go with others; points at the key. */
export function conflict(path: KeyPath, sentence: string): Finding {
  return { path, code: 'conflict', target: 'key', form: 'key', sentence };
}

/** A refusal of a key in this kind of file; points at the key. */
export function misplaced(path: KeyPath, sentence: string): Finding {
  return { path, code: 'misplaced', target: 'key', form: 'key', sentence };
}
