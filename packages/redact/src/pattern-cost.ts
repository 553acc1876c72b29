import type { CharacterSet, Pattern } from './pattern-tree.ts';

/** A repetition with more room than this can make a pattern slow. */
const FREE_ROOM = 8;
const MOST_COPIES = 1024;

/** Why `pattern` could take time that grows faster than with the text it is tried on; undefined: it cannot. */
export function costlyPart(pattern: Pattern): string | undefined {
  return new CostCheck().reason(pattern);
}

/**
 * Reads the pattern from left to right with one thing in mind: where a repetition that may stop at many places is
 * followed, without a character between that it cannot itself match, by another one, the engine tries every way to share
 * the text out between them.
 */
class CostCheck {
  #open: CharacterSet | undefined;

  reason(pattern: Pattern): string | undefined {
    switch (pattern.kind) {
      case 'edge':
        return undefined;
      case 'characters':
        return this.#pass(pattern.set);
      case 'sequence':
        return this.#first(pattern.items);
      case 'choice':
        return this.#choice(pattern.options);
      case 'repeat':
        return this.#repeat(pattern.item, pattern.min, pattern.max);
    }
  }

  #pass(set: CharacterSet): undefined {
    if (this.#open !== undefined && !intersects(this.#open, set)) {
      this.#open = undefined;
    }
    return undefined;
  }

  #first(items: readonly Pattern[]): string | undefined {
    for (const item of items) {
      const reason = this.reason(item);
      if (reason !== undefined) {
        return reason;
      }
    }
    return undefined;
  }

  #choice(options: readonly Pattern[]): string | undefined {
    const before = this.#open;
    let after: CharacterSet | undefined;
    for (const option of options) {
      this.#open = before;
      const reason = this.reason(option);
      if (reason !== undefined) {
        return reason;
      }
      after = union(after, this.#open);
    }
    this.#open = after;
    return undefined;
  }

  #repeat(item: Pattern, min: number, max: number): string | undefined {
    if (max * size(item) > MOST_COPIES && max !== Number.POSITIVE_INFINITY) {
      return `a counted repetition stands for more than ${MOST_COPIES} characters`;
    }
    if (max - min <= FREE_ROOM && isFixed(item)) {
      const before = this.#open;
      const reason = this.reason(item);
      this.#open = min === 0 ? union(before, this.#open) : this.#open;
      return reason;
    }
    return this.#wideRepeat(item, min);
  }

  #wideRepeat(item: Pattern, min: number): string | undefined {
    if (!isFixed(item)) {
      return 'a repetition inside a repetition';
    }
    if (overlaps(item)) {
      return 'a repeated choice of which two options begin alike';
    }
    const characters = everyCharacter(item);
    if (this.#open !== undefined && intersects(this.#open, firstCharacters(item))) {
      return 'two repetitions side by side that can match the same characters';
    }
    this.#open = min === 0 ? union(this.#open, characters) : characters;
    return undefined;
  }
}

/** Whether every text that the pattern matches has the same length. */
function isFixed(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'edge':
    case 'characters':
      return true;
    case 'sequence':
      return pattern.items.every(isFixed);
    case 'choice':
      return pattern.options.every(
        (option) => isFixed(option) && size(option) === size(pattern.options[0]),
      );
    case 'repeat':
      return pattern.min === pattern.max && isFixed(pattern.item);
  }
}

/** The length of the longest match; open repetitions count as one turn. */
function size(pattern: Pattern | undefined): number {
  switch (pattern?.kind) {
    case 'characters':
      return 1;
    case 'sequence':
      return pattern.items.reduce((sum, item) => sum + size(item), 0);
    case 'choice':
      return Math.max(...pattern.options.map(size));
    case 'repeat':
      return size(pattern.item) * (pattern.max === Number.POSITIVE_INFINITY ? 1 : pattern.max);
    default:
      return 0;
  }
}

function overlaps(pattern: Pattern): boolean {
  if (pattern.kind === 'sequence') {
    return pattern.items.some(overlaps);
  }
  if (pattern.kind === 'repeat') {
    return overlaps(pattern.item);
  }
  return (
    pattern.kind === 'choice' &&
    pattern.options.some((option, index) =>
      pattern.options
        .slice(index + 1)
        .some((other) => intersects(firstCharacters(option), firstCharacters(other))),
    )
  );
}

function firstCharacters(pattern: Pattern): CharacterSet {
  if (pattern.kind === 'sequence') {
    const first = pattern.items.find((item) => size(item) > 0);
    return first === undefined ? [] : firstCharacters(first);
  }
  return pattern.kind === 'repeat'
    ? firstCharacters(pattern.item)
    : everyCharacter(pattern, firstCharacters);
}

function everyCharacter(
  pattern: Pattern,
  inner: (pattern: Pattern) => CharacterSet = everyCharacter,
): CharacterSet {
  switch (pattern.kind) {
    case 'edge':
      return [];
    case 'characters':
      return pattern.set;
    case 'sequence':
      return pattern.items.map((item) => inner(item)).reduce(joined, []);
    case 'choice':
      return pattern.options.map((option) => inner(option)).reduce(joined, []);
    case 'repeat':
      return inner(pattern.item);
  }
}

function intersects(a: CharacterSet, b: CharacterSet): boolean {
  return a.some((has, code) => has && b[code] === true);
}

function union(a: CharacterSet | undefined, b: CharacterSet | undefined): CharacterSet | undefined {
  return a === undefined || b === undefined ? (a ?? b) : joined(a, b);
}

function joined(a: CharacterSet, b: CharacterSet): CharacterSet {
  return Array.from(
    { length: Math.max(a.length, b.length) },
    (_, code) => a[code] === true || b[code] === true,
  );
}
