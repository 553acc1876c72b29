import {
  descendants,
  groupMembers,
  type ProcessEntry,
  type ProcessTable,
  readProcessTable,
  sessionMembers,
  startTimeOf,
} from './process-table.ts';
import { hasCode, isExhausted } from './start-failure.ts';

// One scan serves every run that is signalled at the same moment, as at the daemon's shutdown.
const SHARED_SCAN_MS = 30;

/** The leader of a session and everything that came from it, found again and again while it is ended. */
export interface ProcessFamily {
  /** Who of a table's processes belongs to it: session, group, and whoever was seen descending from them. */
  members(table: ProcessTable): readonly ProcessEntry[];
  /** Signals everyone alive; a pid only while it certainly is the process that was seen. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/**
 * Tracks what belongs to a session leader.
 *
 * @param isChild whether the leader is our own child and not reaped yet: its pid cannot be anyone else's then.
 */
export function trackFamily(
  leader: { readonly pid: number; readonly startTime: string },
  isChild: () => boolean,
): ProcessFamily {
  const seen = new Map<number, string>();

  const members = (table: ProcessTable): readonly ProcessEntry[] => {
    const kept = [...seen].flatMap(([pid, startTime]) => {
      const entry = table.get(pid);
      return entry?.startTime === startTime ? [entry] : [];
    });
    const roots = [...ownSession(table, leader), ...kept];
    const alive = [...roots, ...descendants(table, ...roots.map((entry) => entry.pid))];
    seen.clear();
    for (const entry of alive) {
      seen.set(entry.pid, entry.startTime);
    }
    return [...new Map(alive.map((entry) => [entry.pid, entry])).values()];
  };

  return {
    members,
    signal: (signal) => {
      // Read before anyone is signalled: a child with a session of its own is lost with its parent.
      const table = readable(() => readProcessTable(performance.now() - SHARED_SCAN_MS));
      // Without a table the group is still reached by its number.
      const alive = table === undefined ? [] : members(table);
      // To the group at once: one by one, a child forked in between would slip through.
      if (isChild() || alive.some((entry) => entry.groupId === leader.pid && isSame(entry))) {
        send(-leader.pid, signal);
      }
      for (const entry of alive) {
        if (entry.groupId !== leader.pid && isSame(entry)) {
          send(entry.pid, signal);
        }
      }
    },
  };
}

/** Whether we may signal a process; one that is gone counts as ours. */
export function maySignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'EPERM');
  }
}

// The kernel gives a pid to nobody else while it names a session or a group, so as long as no other
// process has the leader's pid, whoever carries it is of our session.
function ownSession(
  table: ProcessTable,
  leader: { readonly pid: number; readonly startTime: string },
): ProcessEntry[] {
  const holder = table.get(leader.pid);
  if (holder !== undefined && holder.startTime !== leader.startTime) {
    return [];
  }
  return [...sessionMembers(table, leader.pid), ...groupMembers(table, leader.pid)];
}

function isSame(entry: ProcessEntry): boolean {
  return readable(() => startTimeOf(entry.pid)) === entry.startTime;
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isExhausted(error)) {
      return undefined;
    }
    throw error;
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH', 'EPERM')) {
      throw error;
    }
  }
}
