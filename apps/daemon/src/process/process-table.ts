import { setTimeout as delay } from 'node:timers/promises';
import { procStartTime, readProc } from './read-proc.ts';
import { psStartTime, readPs } from './read-ps.ts';

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

/** Living processes by pid. */
export type ProcessTable = ReadonlyMap<number, ProcessEntry>;

// Reading may take a tenth of the daemon's time, however many runs are ending.
const PAUSE_PER_READ = 9;

let shared:
  | { readonly table: ProcessTable; readonly atMs: number; readonly tookMs: number }
  | undefined;
let coming: Promise<ProcessTable> | undefined;
let askedMs = 0;

/**
 * All living processes; zombies are left out. Linux reads /proc (some 10 µs a process), other systems ask
 * `ps`. Throws when that cannot be read, as when descriptors have run out.
 *
 * @param sinceMs a table read at or after this `performance.now()` will do; default now, a fresh one.
 */
export function readProcessTable(sinceMs: number = performance.now()): ProcessTable {
  if (shared === undefined || shared.atMs < sinceMs) {
    // Stamped before it is read: what starts meanwhile may be missing.
    const atMs = performance.now();
    const table = process.platform === 'linux' ? readProc() : readPs();
    shared = { table, atMs, tookMs: performance.now() - atMs };
  }
  return shared.table;
}

/**
 * A table that is shared by all who wait for one, and comes a little later when the last one took long. Rejects as
 * {@link readProcessTable} throws.
 *
 * @param sinceMs a table read at or after this `performance.now()` will do; default now.
 */
export function comingProcessTable(sinceMs: number = performance.now()): Promise<ProcessTable> {
  if (shared !== undefined && shared.atMs >= sinceMs) {
    return Promise.resolve(shared.table);
  }
  askedMs = Math.max(askedMs, sinceMs);
  coming ??= readLater();
  return coming;
}

async function readLater(): Promise<ProcessTable> {
  const { atMs, tookMs } = shared ?? { atMs: 0, tookMs: 0 };
  await delay(Math.max(1, atMs + (1 + PAUSE_PER_READ) * tookMs - performance.now()));
  // Whoever asks from here on needs a newer one.
  coming = undefined;
  // Somebody may have read one meanwhile.
  return readProcessTable(askedMs);
}

/**
 * The kernel's start time that tells a process from a later one with the same pid, together with the boot
 * it is counted from. An opaque string; undefined when there is no such process.
 */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? procStartTime(pid) : psStartTime(pid);
}

/** The members of a session. */
export function sessionMembers(table: ProcessTable, sessionId: number): readonly ProcessEntry[] {
  return kinOf(table).sessions.get(sessionId) ?? [];
}

/** The members of a process group. */
export function groupMembers(table: ProcessTable, groupId: number): readonly ProcessEntry[] {
  return kinOf(table).groups.get(groupId) ?? [];
}

/** The children of these processes, their children and so on, parents first; not the processes themselves. */
export function descendants(table: ProcessTable, ...pids: readonly number[]): ProcessEntry[] {
  const { children } = kinOf(table);
  const found = new Map<number, ProcessEntry>();
  const waiting = [...pids];
  for (let pid = waiting.shift(); pid !== undefined; pid = waiting.shift()) {
    for (const child of children.get(pid) ?? []) {
      if (!(found.has(child.pid) || pids.includes(child.pid))) {
        found.set(child.pid, child);
        waiting.push(child.pid);
      }
    }
  }
  return [...found.values()];
}

interface Kin {
  readonly sessions: ReadonlyMap<number, readonly ProcessEntry[]>;
  readonly groups: ReadonlyMap<number, readonly ProcessEntry[]>;
  readonly children: ReadonlyMap<number, readonly ProcessEntry[]>;
}

const kin = new WeakMap<ProcessTable, Kin>();

// In a storm many runs look into one table: it is put in order once.
function kinOf(table: ProcessTable): Kin {
  const known = kin.get(table);
  if (known !== undefined) {
    return known;
  }
  const made: Kin = {
    sessions: Map.groupBy(table.values(), ({ sessionId }) => sessionId),
    groups: Map.groupBy(table.values(), ({ groupId }) => groupId),
    children: Map.groupBy(table.values(), ({ parentPid }) => parentPid),
  };
  kin.set(table, made);
  return made;
}
