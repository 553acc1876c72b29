import type { Place } from './hint.ts';

/** How many places on each side are looked at: as many as hints have. */
export const PLACES = 8;
/** How many of what waits in one state are told apart: each has a bit for each place. */
export const GROUPS = 4;
/** A row has one entry for each byte. */
const ROW_SHIFT = 8;
const OTHERS = 128;

/** What may stand at each place, for any of those that share a bit. */
export type Group = readonly (readonly Place[])[];

/** How many places matter to a group: what comes behind the shortest list may be anything. */
export function lengthOf(group: Group): number {
  return group.length === 0 ? 0 : Math.min(...group.map((list) => list.length));
}

/** Rows that say for each byte which groups let it stand where, each kept once: a group has a bit for each place. */
export class Rows {
  readonly #rows: Int32Array[] = [];
  readonly #starts: Map<string, number> = new Map<string, number>();
  readonly #numbers: Map<unknown, number> = new Map<unknown, number>();

  /** Where the row of these groups begins, the lowest bits first. */
  startOf(groups: readonly Group[]): number {
    const key = groups.map((group) => group.map((list) => this.#numberOf(list)).join()).join(';');
    const start = this.#starts.get(key) ?? this.#rows.length << ROW_SHIFT;
    if (!this.#starts.has(key)) {
      this.#starts.set(key, start);
      this.#rows.push(rowOf(groups));
    }
    return start;
  }

  /** All rows, one behind the other. */
  all(): Int32Array {
    const all = new Int32Array(this.#rows.length << ROW_SHIFT);
    this.#rows.forEach((row, index) => {
      all.set(row, index << ROW_SHIFT);
    });
    return all;
  }

  #numberOf(list: unknown): number {
    const number = this.#numbers.get(list) ?? this.#numbers.size;
    this.#numbers.set(list, number);
    return number;
  }
}

function rowOf(groups: readonly Group[]): Int32Array {
  const row = new Int32Array(1 << ROW_SHIFT);
  groups.forEach((lists, group) => {
    for (let place = 0; place < PLACES; place++) {
      const bit = 1 << (group * PLACES + place);
      for (const list of lists) {
        letThrough(row, bit, list[place]);
      }
    }
  });
  return row.fill(row[OTHERS] ?? 0, OTHERS);
}

/** Adds a bit for each byte of a set; without a set everything may stand there. */
function letThrough(row: Int32Array, bit: number, set: Place | undefined): void {
  for (let code = 0; code <= OTHERS; code++) {
    if (set?.[code] !== 0) {
      row[code] = (row[code] ?? 0) | bit;
    }
  }
}
