import { quote } from './show-value.ts';

/** Where a value stands in a document: keys of tables and indexes of lists, from the top. */
export type KeyPath = readonly (string | number)[];

const BARE = /^[A-Za-z0-9_-]+$/;

/** The path as TOML writes it: `harness.a.restart`, `notify.events[1]`, `harness."a b"`. */
export function formatPath(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') {
      return `${text}[${part}]`;
    }
    const key = BARE.test(part) ? part : quote(part);
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** The value at the path, or undefined where there is none. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (parent, part) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, part)
        ? Reflect.get(parent, part)
        : undefined,
    value,
  );
}
