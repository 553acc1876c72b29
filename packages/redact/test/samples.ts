import { type Pattern, readPattern } from '../src/pattern-tree.ts';
import type { TokenRule } from '../src/rule.ts';

const LETTERS = 'aB3dE5gH7jK9mN2pQ4rS6tU8vWxYz01cFiLoCDefGhIJklMnOPqRsTuVwXyZA';

/** Characters that look drawn by a machine, the same ones for the same seed: no token stands in the source. */
export function random(length: number, seed = 1): string {
  let state = seed * 2_654_435_761;
  return Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 13), 1_274_126_177) + 12_345) >>> 0;
    return LETTERS.charAt((state >>> 7) % LETTERS.length);
  }).join('');
}

/** Random hexadecimal. */
export function hex(length: number, seed = 1): string {
  return [...random(length, seed)]
    .map((letter) => (letter.charCodeAt(0) % 16).toString(16))
    .join('');
}

/** A token that the row's own patterns describe. */
export function sample(rule: TokenRule, prefix: string, seed = 1): string {
  return fill(rule.head, seed) + prefix + fill(rule.tail, seed + 1);
}

function fill(source: string | undefined, seed: number): string {
  const read = readPattern(source ?? '');
  if (read.kind === 'refused') {
    throw new Error(read.reason);
  }
  let turn = seed;
  const write = (pattern: Pattern): string => {
    switch (pattern.kind) {
      case 'edge':
        return '';
      case 'characters':
        turn++;
        return pick(pattern.set, turn);
      case 'sequence':
        return pattern.items.map(write).join('');
      case 'choice':
        return write(
          pattern.options[seed % pattern.options.length] ?? pattern.options[0] ?? { kind: 'edge' },
        );
      case 'repeat':
        return Array.from({ length: Math.max(pattern.min, Math.min(pattern.max, 1)) }, () =>
          write(pattern.item),
        ).join('');
    }
  };
  return write(read.pattern);
}

const KINDS = ['0123456789', 'BDGHKMPQRTWX', 'bdghkmpqrtwx'];

function pick(set: readonly boolean[], turn: number): string {
  // Digits, upper and lower case take turns where they are allowed, so that every look is met.
  const kind = random(40, turn);
  const wanted = [...(KINDS[turn % 3] ?? '')].sort((a, b) => kind.indexOf(a) - kind.indexOf(b));
  const allowed = [...wanted, ...kind, ...'-_.:/$@?=&0aA'].filter(
    (letter) => set[letter.charCodeAt(0)] === true,
  );
  return allowed[0] ?? String.fromCharCode(set.findIndex((has) => has));
}
