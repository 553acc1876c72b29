/** Finds many ASCII literals in one pass, without regard to case. Immutable, made by {@link buildAutomaton}. */
export interface KeywordAutomaton {
  /** Byte to column of the transition table. */
  readonly columnOf: Uint8Array;
  /** Binary logarithm of the columns that each state has. */
  readonly shift: number;
  /** `next[(state << shift) | column]`. */
  readonly next: Uint16Array;
  /** States from this one on end a keyword. */
  readonly firstAccepting: number;
  /** For `state - firstAccepting`: which keywords end there, as indices into what was given. */
  readonly outputs: readonly (readonly number[])[];
}

interface Node {
  readonly children: Map<string, Node>;
  readonly ends: number[];
  fail: Node | undefined;
  number: number;
}

/** An automaton after Aho and Corasick, as one dense table. Keywords are lower case, their letters below U+0100 and of at most 127 kinds. */
export function buildAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const root = node();
  keywords.forEach((keyword, index) => {
    plant(root, keyword, index);
  });
  const nodes = linkFailures(root);
  const ordered = [
    ...nodes.filter((each) => each.ends.length === 0),
    ...nodes.filter((each) => each.ends.length > 0),
  ];
  ordered.forEach((each, index) => {
    each.number = index;
  });
  const firstAccepting = ordered.findIndex((each) => each.ends.length > 0);
  const letters = [...new Set(keywords.join(''))];
  const shift = letters.length < 64 ? 6 : 7;
  return {
    columnOf: columns(letters),
    shift,
    next: transitions(nodes, letters, shift),
    firstAccepting: firstAccepting < 0 ? ordered.length : firstAccepting,
    outputs: ordered.filter((each) => each.ends.length > 0).map((each) => each.ends),
  };
}

/** `text` with `A` to `Z` in lower case and all else as it is: how keywords are compared. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function node(): Node {
  return { children: new Map(), ends: [], fail: undefined, number: 0 };
}

function plant(root: Node, keyword: string, index: number): void {
  let at = root;
  for (const letter of keyword) {
    const child = at.children.get(letter) ?? node();
    at.children.set(letter, child);
    at = child;
  }
  at.ends.push(index);
}

function linkFailures(root: Node): Node[] {
  const queue = [root];
  for (const at of queue) {
    for (const [letter, child] of at.children) {
      child.fail = at === root ? root : step(at.fail ?? root, letter, root);
      child.ends.push(...child.fail.ends);
      queue.push(child);
    }
  }
  return queue;
}

function step(from: Node, letter: string, root: Node): Node {
  let at: Node | undefined = from;
  while (at !== undefined) {
    const child = at.children.get(letter);
    if (child !== undefined) {
      return child;
    }
    at = at === root ? undefined : (at.fail ?? root);
  }
  return root;
}

function columns(letters: readonly string[]): Uint8Array {
  const columnOf = new Uint8Array(256);
  letters.forEach((letter, index) => {
    columnOf[letter.charCodeAt(0)] = index + 1;
    if (/[a-z]/.test(letter)) {
      columnOf[letter.toUpperCase().charCodeAt(0)] = index + 1;
    }
  });
  return columnOf;
}

/** @param nodes - In an order in which each comes after the one that it falls back to. */
function transitions(
  nodes: readonly Node[],
  letters: readonly string[],
  shift: number,
): Uint16Array {
  const columnOf = new Map(letters.map((letter, index) => [letter, index + 1]));
  const next = new Uint16Array(nodes.length << shift).fill(nodes[0]?.number ?? 0);
  for (const { number, fail, children } of nodes) {
    const row = number << shift;
    const fallback = (fail?.number ?? 0) << shift;
    next.copyWithin(row, fallback, fallback + (fail === undefined ? 0 : 1 << shift));
    for (const [letter, child] of children) {
      next[row | (columnOf.get(letter) ?? 0)] = child.number;
    }
  }
  return next;
}
