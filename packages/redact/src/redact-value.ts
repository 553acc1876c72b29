import { type Entry, entriesOf, rebuild } from './value-entries.ts';

const DEEPEST = 64;
const MOST_OBJECTS = 100_000;

/** What becomes of one string, given the name that it stands under, and what stands for an object that is too deep. */
export interface StringRedaction {
  readonly redact: (text: string, name: string | undefined) => string;
  readonly masked: string;
}

interface Node {
  readonly entries: readonly Entry[];
  readonly parents: Node[];
  copied: boolean;
}

/**
 * `value` with every string in it redacted. Cycles are kept, getters are not called. An object in which nothing
 * changes stays the same object; beyond 64 levels or 100,000 objects everything is masked.
 */
export function redactStrings(value: unknown, strings: StringRedaction): unknown {
  if (typeof value === 'string') {
    return strings.redact(value, undefined);
  }
  if (!isObject(value)) {
    return value;
  }
  const nodes = collect(value, strings);
  return copy(value, nodes, strings);
}

/** Every object that can be reached, of which those marked that need a copy. */
function collect(root: object, strings: StringRedaction): ReadonlyMap<object, Node> {
  const nodes = new Map<object, Node>();
  let level = [visit(root, undefined, nodes)];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    level = level.flatMap((node) => children(node, nodes));
  }
  for (const node of nodes.values()) {
    if (node.entries.some((entry) => changes(entry, nodes, strings))) {
      markUpwards(node);
    }
  }
  return nodes;
}

function visit(value: object, name: string | undefined, nodes: Map<object, Node>): Node {
  const node: Node = { entries: entriesOf(value, name), parents: [], copied: false };
  nodes.set(value, node);
  return node;
}

function children(node: Node, nodes: Map<object, Node>): Node[] {
  const found: Node[] = [];
  for (const { child, name } of node.entries) {
    if (isObject(child)) {
      const known = nodes.get(child);
      if (known !== undefined) {
        known.parents.push(node);
      } else if (nodes.size < MOST_OBJECTS) {
        const fresh = visit(child, name, nodes);
        fresh.parents.push(node);
        found.push(fresh);
      }
    }
  }
  return found;
}

function changes(
  entry: Entry,
  nodes: ReadonlyMap<object, Node>,
  strings: StringRedaction,
): boolean {
  const keyChanges =
    entry.name !== undefined && strings.redact(entry.name, undefined) !== entry.name;
  if (typeof entry.child === 'string') {
    return keyChanges || strings.redact(entry.child, entry.name) !== entry.child;
  }
  return keyChanges || (isObject(entry.child) && !nodes.has(entry.child));
}

function markUpwards(start: Node): void {
  const queue = [start];
  for (const node of queue) {
    if (!node.copied) {
      node.copied = true;
      queue.push(...node.parents);
    }
  }
}

function copy(root: object, nodes: ReadonlyMap<object, Node>, strings: StringRedaction): unknown {
  const copies = new Map<object, unknown>();
  const convert = (child: unknown, name: string | undefined): unknown => {
    if (typeof child === 'string') {
      return strings.redact(child, name);
    }
    if (!isObject(child)) {
      return child;
    }
    const node = nodes.get(child);
    if (node === undefined) {
      return strings.masked;
    }
    if (!node.copied) {
      return child;
    }
    return copies.has(child)
      ? copies.get(child)
      : rebuild(child, node.entries, {
          remember: (made) => copies.set(child, made),
          convert,
          rename: (key) => strings.redact(key, undefined),
        });
  };
  return convert(root, undefined);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
