import type { core, ZodType } from 'zod';
import type { Finding } from './finding.ts';
import { formatPath, type KeyPath, valueAt } from './key-path.ts';
import { suggest } from './nearest.ts';
import { keysAt } from './schema-keys.ts';
import { nameKind, quote } from './show-value.ts';

/** What a package knows about its tables beyond their schema. */
export interface SchemaAdvice {
  /** Says why a key that the schema does not know is refused, for keys that deserve more than a near name. */
  readonly unknownKey?: (path: KeyPath, key: string) => string | undefined;
  /** Whether the value at a path may hold what must not be repeated in an error. */
  readonly isPrivate?: (path: KeyPath) => boolean;
}

/** Everything that the schema finds wrong with the value. Empty when it fits. */
export function checkSchema(schema: ZodType, value: unknown, advice: SchemaAdvice = {}): Finding[] {
  const result = schema.safeParse(value);
  return result.success
    ? []
    : result.error.issues.flatMap((issue) => findingsOf(issue, schema, value, advice));
}

function findingsOf(
  issue: core.$ZodIssue,
  schema: ZodType,
  value: unknown,
  advice: SchemaAdvice,
): Finding[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(schema, value, path, key, advice));
  }
  const found = valueAt(value, path);
  if (found === undefined) {
    return [missingKey(path, issue.message)];
  }
  return [wrongValue(path, issue, found, advice)];
}

function missingKey(path: KeyPath, sentence: string): Finding {
  return { path, code: 'missing_key', form: 'key', sentence: `is missing: it ${sentence}` };
}

function wrongValue(
  path: KeyPath,
  issue: core.$ZodIssue,
  found: unknown,
  advice: SchemaAdvice,
): Finding {
  const code =
    issue.code === 'invalid_type' || issue.code === 'invalid_union' ? 'wrong_type' : 'wrong_value';
  const kind = code === 'wrong_type' ? `, not ${nameKind(found)}` : '';
  const form = advice.isPrivate?.(path) === true ? 'key' : 'value';
  return { path, code, form, sentence: `${issue.message}${kind}` };
}

function unknownKey(
  schema: ZodType,
  value: unknown,
  path: KeyPath,
  key: string,
  advice: SchemaAdvice,
): Finding {
  const own = [...path, key];
  const why = advice.unknownKey?.(path, key);
  const shared = { path: own, target: 'key', form: 'whole' } as const;
  if (why !== undefined) {
    return { ...shared, code: 'unsupported_key', sentence: `${formatPath(own)} ${why}` };
  }
  const what = nameKind(valueAt(value, own)) === 'a table' ? 'table' : 'key';
  const where = path.length === 0 ? '' : ` in [${formatPath(path)}]`;
  const near = suggest(key, keysAt(schema, path));
  return {
    ...shared,
    code: 'unknown_key',
    sentence: `unknown ${what} ${quote(key)}${where}${near}`,
  };
}
