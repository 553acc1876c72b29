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
  /** Those of the missed that have not come up again by themselves: nobody knows, and nothing runs. */
  readonly down: number;
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
 * What has been noted of programs.
 *
 * @property up - That they are up, once for each start.
 * @property faults - What befell them; of several notes of one program the first counts.
 * @property tellings - What the hook was run for.
 */
export interface Notes {
  readonly up: readonly Note[];
  readonly faults: readonly Note[];
  readonly tellings: readonly Note[];
}

/** Counts what was told of the programs that are `wanted`; what is said of others does not count. */
export function countTellings(wanted: readonly string[], { up, faults, tellings }: Notes): Count {
  const faultsS = firstOfEach(faults.filter(({ program }) => wanted.includes(program)));
  const isLater = ({ program, atS }: Note) => atS >= (faultsS.get(program) ?? Infinity);
  const toldS = firstOfEach(tellings.filter(isLater));
  const missed = wanted.filter((program) => !toldS.has(program));
  const isUpAgain = (program: string) =>
    up.some((note) => note.program === program && isLater(note));
  return {
    wanted: wanted.length,
    told: toldS.size,
    missed: missed.length,
    down: missed.filter((program) => !isUpAgain(program)).length,
    doubled: tellings.filter(({ program }) => wanted.includes(program)).length - toldS.size,
    ...(toldS.size === 0 ? {} : { firstS: earliest(toldS) - earliest(faultsS) }),
  };
}

/** The rounds of one fault as one; their first tellings are averaged. */
export function sumOf(counts: readonly Count[]): Count {
  const total = (key: 'wanted' | 'told' | 'missed' | 'down' | 'doubled') =>
    counts.reduce((sum, count) => sum + count[key], 0);
  const firsts = counts.flatMap(({ firstS }) => (firstS === undefined ? [] : [firstS]));
  return {
    wanted: total('wanted'),
    told: total('told'),
    missed: total('missed'),
    down: total('down'),
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
