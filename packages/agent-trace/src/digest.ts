import { hash } from 'node:crypto';
import { isObject } from './json-value.ts';

/** A short name for a JSON value: equal for equal values, whatever the order of their keys. */
export function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(sorted(value, 0));
  return hash('sha1', text ?? '', 'base64url');
}

// Deeper than this no tool nests its arguments; an attacker's value must not end the stack.
const DEEPEST = 64;

function sorted(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((each) => sorted(each, depth + 1));
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each, depth + 1)]);
}
