import type { core, ZodType } from 'zod';
import type { Finding } from './finding.ts';
import { formatPath, type KeyPath, valueAt } from './key-path.ts';
import { suggest } from './nearest.ts';
import type { ProblemCode } from './problem.ts';
import { keysAt } from './schema-keys.ts';
import { nameKind, quote } from './show-value.ts';

/** A refusal of a key. The sentence goes on behind the key: `is not supported: …`. */
export interface KeyRefusal {
  readonly code: ProblemCode;
  readonly sentence: string;
}

/** What a package knows about its tables beyond their schema. */
export interface SchemaAdvice {
  /** Why a key that the schema does not know is refused, for keys that deserve more than a near name. */
  readonly unknownKey?: (path: KeyPath, key: string, value: unknown) => KeyRefusal | undefined;
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
  const inner = issue.code === 'invalid_union' ? fittingOption(issue) : undefined;
  if (inner !== undefined) {
    return inner.flatMap((part) => findingsOf(part, schema, value, advice));
  }
  const found = valueAt(value, path);
  if (found === undefined) {
    return [missing(path, issue.message, advice)];
  }
  return [wrongValue(path, issue, found, advice)];
}

/** Of a value that may be several things, what is wrong inside the one that it is. */
function fittingOption(issue: core.$ZodIssueInvalidUnion): core.$ZodIssue[] | undefined {
  return issue.errors
    .find((option) => option.length > 0 && option.every((part) => part.path.length > 0))
    ?.map((part) => ({ ...part, path: [...issue.path, ...part.path] }));
}

function missing(path: KeyPath, sentence: string, advice: SchemaAdvice): Finding {
  if (typeof path.at(-1) === 'number') {
    // An element that is not there is a fault of its list.
    const list = path.slice(0, -1);
    return { path: list, code: 'wrong_value', form: formOf(list, advice), sentence };
  }
  return { path, code: 'missing_key', form: 'key', sentence: `is missing: it ${sentence}` };
}

function wrongValue(
  path: KeyPath,
  issue: core.$ZodIssue,
  found: unknown,
  advice: SchemaAdvice,
): Finding {
  const code = isOtherKind(issue, found) ? 'wrong_type' : 'wrong_value';
  const kind =
    code === 'wrong_type' && !isOtherNumber(issue, found) ? `, not ${nameKind(found)}` : '';
  return { path, code, form: formOf(path, advice), sentence: `${issue.message}${kind}` };
}

function formOf(path: KeyPath, advice: SchemaAdvice): 'key' | 'value' {
  return advice.isPrivate?.(path) === true ? 'key' : 'value';
}

function isOtherKind(issue: core.$ZodIssue, found: unknown): boolean {
  const unlisted = issue.code === 'invalid_value' && typeof found !== 'string';
  return unlisted || issue.code === 'invalid_type' || issue.code === 'invalid_union';
}

/** A number where another number belongs is no error of kind, though the schema says so. */
function isOtherNumber(issue: core.$ZodIssue, found: unknown): boolean {
  const wanted = issue.code === 'invalid_type' ? issue.expected : undefined;
  return (wanted === 'number' || wanted === 'int') && nameKind(found) === 'a number';
}

function unknownKey(
  schema: ZodType,
  value: unknown,
  path: KeyPath,
  key: string,
  advice: SchemaAdvice,
): Finding {
  const own = [...path, key];
  const found = valueAt(value, own);
  const why = advice.unknownKey?.(path, key, found);
  const shared = { path: own, target: 'key', form: 'whole' } as const;
  if (why !== undefined) {
    return { ...shared, code: why.code, sentence: `${formatPath(own)} ${why.sentence}` };
  }
  const what = nameKind(found) === 'a table' ? 'table' : 'key';
  const where = path.length === 0 ? '' : ` in [${formatPath(path)}]`;
  const near = suggest(key, keysAt(schema, path));
  return {
    ...shared,
    code: 'unknown_key',
    sentence: `unknown ${what} ${quote(key)}${where}${near}`,
  };
}
