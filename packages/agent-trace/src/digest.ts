import { crc32 } from 'node:zlib';
import { isObject, type JsonObject } from './json-value.ts';

/**
 * A short name for a JSON value: equal for equal values, whatever the order of their keys.
 *
 * All that is asked of what a tool was given, or gave, is whether it is the same as the last time. Two that are not share a
 * name once in four billion times, and never where they differ in up to four bytes next to each other, as counters do.
 */
export function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(sorted(value, 0)) ?? '');
  return `${text.length}-${crc32(text)}`;
}

// Deeper than this no tool nests its arguments; an attacker's value must not end the stack.
const DEEPEST = 64;

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth > DEEPEST) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((each) => sorted(each, depth + 1));
  }
  return isObject(value) ? sortedObject(value, depth) : value;
}

function sortedObject(value: JsonObject, depth: number): JsonObject {
  const keys = Object.keys(value);
  if (isPlain(value, keys)) {
    return value;
  }
  // Without a prototype: `__proto__` is a key like any other.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of keys.sort()) {
    copy[key] = sorted(value[key], depth + 1);
  }
  return copy;
}

/** Most arguments are a few texts in order, which need no copy. */
function isPlain(value: JsonObject, keys: readonly string[]): boolean {
  let before = '';
  for (const key of keys) {
    if (key < before || typeof value[key] === 'object') {
      return false;
    }
    before = key;
  }
  return true;
}
