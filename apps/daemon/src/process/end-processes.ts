import { setTimeout as delay } from 'node:timers/promises';
import { maySignal, type ProcessFamily, trackFamily } from './process-family.ts';
import { comingProcessTable, type ProcessEntry, startTimeOf } from './process-table.ts';
import { isExhausted } from './start-failure.ts';

const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 200;

/** How a recorded process of an earlier daemon was dealt with. */
export type RecordedEnd = 'ended' | 'gone' | 'not_ours';

/** What a run needs to be stopped, and to know that it is. */
export interface FamilyEnd {
  /** SIGTERM to everyone. */
  terminate(): void;
  /** SIGKILL to everyone, and to whoever turns up while {@link gone} waits. */
  kill(): void;
  /** Settles when nobody is left but processes of another user, and lists those. */
  gone(): Promise<readonly ProcessEntry[]>;
  /** Terminates, kills after `graceMs` if someone is left, and settles as {@link gone}. */
  end(graceMs: number): Promise<readonly ProcessEntry[]>;
}

/**
 * The end of one family. Polls only while someone waits for it.
 *
 * @param exit settles when the leader has exited, if that is known otherwise than from the process table.
 */
export function familyEnd(family: ProcessFamily, exit: Promise<unknown>): FamilyEnd {
  let killed = false;
  let exitedMs: number | undefined;
  const exited = exit.then(() => {
    exitedMs = performance.now();
  });
  let waiting: Promise<readonly ProcessEntry[]> | undefined;

  const kill = (): void => {
    killed = true;
    family.signal('SIGKILL');
  };
  /** Lists who cannot be ended, by a table that is not older than this; undefined where somebody can. */
  const nobodyElse = async (sinceMs: number): Promise<readonly ProcessEntry[] | undefined> => {
    const table = await comingProcessTable(sinceMs).catch(unlessExhausted);
    const left = table && family.members(table);
    return left?.every((entry) => !maySignal(entry.pid)) === true ? left : undefined;
  };
  const untilGone = async (): Promise<readonly ProcessEntry[]> => {
    await exited;
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 1.5, LAST_POLL_MS)) {
      await delay(pollMs);
      const left = await nobodyElse(performance.now());
      if (left !== undefined) {
        return left;
      }
      if (killed) {
        family.signal('SIGKILL');
      }
    }
  };
  const gone = (): Promise<readonly ProcessEntry[]> => {
    waiting ??= untilGone();
    return waiting;
  };

  return {
    terminate: () => family.signal('SIGTERM'),
    kill,
    gone,
    end: async (graceMs) => {
      // Most runs leave nobody, who need not be signalled: in a storm of exits one look is enough for several.
      const left = exitedMs === undefined ? undefined : await nobodyElse(exitedMs);
      if (left !== undefined) {
        return left;
      }
      family.signal('SIGTERM');
      const abort = new AbortController();
      const grace = delay(graceMs, undefined, { signal: abort.signal }).then(kill, () => undefined);
      await Promise.race([gone(), grace]);
      abort.abort();
      return gone();
    },
  };
}

/**
 * Ends what a dead daemon left: only when `pid` still is the process with this start time. SIGTERM to
 * its group, session and descendants, SIGKILL after `graceMs`. `gone`: no such process; `not_ours`: the
 * pid belongs to another one now and was left alone.
 */
export async function endRecorded(
  pid: number,
  startTime: string,
  graceMs = 10_000,
): Promise<RecordedEnd> {
  const found = startTimeOf(pid);
  if (found !== startTime) {
    return found === undefined ? 'gone' : 'not_ours';
  }
  const family = trackFamily({ pid, startTime }, () => false);
  await familyEnd(family, Promise.resolve()).end(graceMs);
  return 'ended';
}

// Without a descriptor to read the table with, nobody is known to be gone.
function unlessExhausted(error: unknown): undefined {
  if (!isExhausted(error)) {
    throw error;
  }
}
