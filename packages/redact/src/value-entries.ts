/** One thing that an object holds: the name it stands under, when it has one, and the thing. */
export interface Entry {
  readonly name: string | undefined;
  readonly child: unknown;
  /** A map's key, a property's own key, or an index. */
  readonly key: unknown;
}

/** How {@link rebuild} makes what goes into the copy. */
export interface Rebuilding {
  /** Called with the empty copy first, so that a cycle leads back to it. */
  readonly remember: (made: unknown) => unknown;
  readonly convert: (child: unknown, name: string | undefined) => unknown;
  readonly rename: (key: string) => string;
}

const OWN_STRING = 'own-string';

/** What `value`, which stands under `name`, holds: items, map entries, own data properties. What lists and sets hold stands under their own name. Getters are not called; bytes, dates and functions hold nothing. */
export function entriesOf(value: object, name: string | undefined): readonly Entry[] {
  if (value instanceof Map) {
    return [...value].map(([key, child]) => ({
      key,
      child,
      name: typeof key === 'string' ? key : undefined,
    }));
  }
  if (value instanceof Set) {
    return [...value].map((child, key) => ({ key, child, name }));
  }
  switch (tagOf(value)) {
    case 'URL':
    case 'URLSearchParams':
    case 'String':
      return [{ key: OWN_STRING, child: String(value), name: undefined }];
    case 'Date':
    case 'RegExp':
    case 'Promise':
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return [];
    default:
      return ArrayBuffer.isView(value) ? [] : propertiesOf(value, name);
  }
}

/** A copy of `value`, of the same kind and prototype, with each entry converted. */
export function rebuild(value: object, entries: readonly Entry[], how: Rebuilding): unknown {
  if (entries[0]?.key === OWN_STRING) {
    return how.convert(entries[0].child, undefined);
  }
  if (value instanceof Map) {
    return rebuildMap(entries, how);
  }
  if (value instanceof Set) {
    return rebuildSet(entries, how);
  }
  const made = emptyLike(value);
  how.remember(made);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  for (const key of Reflect.ownKeys(value)) {
    defineCopy(made, key, dataProperty(value, key), byKey.get(key), how);
  }
  return made;
}

function rebuildMap(entries: readonly Entry[], how: Rebuilding): unknown {
  const made = new Map<unknown, unknown>();
  how.remember(made);
  for (const { key, child, name } of entries) {
    made.set(typeof key === 'string' ? how.rename(key) : key, how.convert(child, name));
  }
  return made;
}

function rebuildSet(entries: readonly Entry[], how: Rebuilding): unknown {
  const made = new Set<unknown>();
  how.remember(made);
  for (const { child, name } of entries) {
    made.add(how.convert(child, name));
  }
  return made;
}

function propertiesOf(value: object, listName: string | undefined): Entry[] {
  const entries: Entry[] = [];
  for (const key of Object.getOwnPropertyNames(value)) {
    const property = dataProperty(value, key);
    if (property !== undefined && 'value' in property) {
      entries.push({ key, child: property.value, name: Array.isArray(value) ? listName : key });
    }
  }
  return entries;
}

function defineCopy(
  made: object,
  key: string | symbol,
  property: PropertyDescriptor | undefined,
  entry: Entry | undefined,
  how: Rebuilding,
): void {
  if (property === undefined || (key === 'length' && Array.isArray(made))) {
    return;
  }
  const copyKey = typeof key === 'string' && !Array.isArray(made) ? how.rename(key) : key;
  const copied =
    entry === undefined ? property : { ...property, value: how.convert(entry.child, entry.name) };
  Object.defineProperty(made, copyKey, { ...copied, configurable: true });
}

/** A property as it is defined; an error's stack, which the engine may keep behind a getter of its own, as its text. */
function dataProperty(value: object, key: string | symbol): PropertyDescriptor | undefined {
  const property = Object.getOwnPropertyDescriptor(value, key);
  if (key === 'stack' && value instanceof Error && property !== undefined) {
    return { value: value.stack, writable: true, enumerable: false, configurable: true };
  }
  return property;
}

function emptyLike(value: object): object {
  if (Array.isArray(value)) {
    return new Array(value.length);
  }
  const prototype: object | null = Object.getPrototypeOf(value);
  return value instanceof Error
    ? Object.setPrototypeOf(new Error(), prototype)
    : Object.create(prototype);
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
