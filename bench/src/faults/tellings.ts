/** A line of a log that programs and hooks append to: whom it is about, when, in seconds since the system's start, and who wrote it. */
export interface Note {
  readonly program: string;
  readonly atS: number;
  readonly pid: number;
}

/** What a person was told of a fault. */
export interface Count {
  /** How many programs it befell; each is to be told once. */
  readonly wanted: number;
  readonly told: number;
  readonly missed: number;
  /** Tellings beyond the first of a program, and ones that came before anything had happened to it. */
  readonly doubled: number;
  /** From the first fault to the first telling; absent where nobody was told. */
  readonly firstS?: number;
}

/** The notes of a log; a line that is not whole yet is none. */
export function notesIn(text: string): readonly Note[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '))
    .map(([program = '', atS, pid]) => ({ program, atS: Number(atS), pid: Number(pid) }));
}

/**
 * Counts what was told.
 *
 * @param wanted - The programs that are to be told; what is said of others does not count.
 * @param faults - What befell them; of several notes of one program the first counts.
 * @param tellings - What the hook was run for.
 */
export function countTellings(
  wanted: readonly string[],
  faults: readonly Note[],
  tellings: readonly Note[],
): Count {
  const ours = (notes: readonly Note[]) => notes.filter(({ program }) => wanted.includes(program));
  const since = firstOfEach(ours(faults));
  const said = ours(tellings);
  const timely = said.filter(({ program, atS }) => atS >= (since.get(program) ?? Infinity));
  const told = firstOfEach(timely).size;
  return {
    wanted: wanted.length,
    told,
    missed: wanted.length - told,
    doubled: said.length - told,
    ...(told === 0 ? {} : { firstS: earliest(firstOfEach(timely)) - earliest(since) }),
  };
}

/** The rounds of one fault as one; their first tellings are averaged. */
export function sumOf(counts: readonly Count[]): Count {
  const total = (key: 'wanted' | 'told' | 'missed' | 'doubled') =>
    counts.reduce((sum, count) => sum + count[key], 0);
  const firsts = counts.flatMap(({ firstS }) => (firstS === undefined ? [] : [firstS]));
  return {
    wanted: total('wanted'),
    told: total('told'),
    missed: total('missed'),
    doubled: total('doubled'),
    ...(firsts.length === 0
      ? {}
      : { firstS: firsts.reduce((sum, one) => sum + one, 0) / firsts.length }),
  };
}

function firstOfEach(notes: readonly Note[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { program, atS } of notes) {
    first.set(program, Math.min(atS, first.get(program) ?? Infinity));
  }
  return first;
}

function earliest(times: ReadonlyMap<string, number>): number {
  return Math.min(...times.values());
}
