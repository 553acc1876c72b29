import { groupHasMembers } from './group-members.ts';

/** A process group that a hook leads. */
export interface ProcessGroup {
  /** The leader's exit was seen: from here on its number is held by what it left behind, if anything. */
  leaderExited(): void;
  /** Whether its number is in use, dead members included; one system call. Once false, false for ever. */
  exists(): boolean;
  /** Whether a member of it lives; looks through the list of processes. */
  hasLiveMembers(): Promise<boolean>;
  /** SIGKILL for all of it, if it is certainly still the hook's; nothing otherwise. */
  kill(): Promise<void>;
}

// A number comes round again after thousands of new processes; a longer silence proves nothing.
const SEEN_LATELY_MS = 5000;

/**
 * The group of a leader that was started as one.
 *
 * A signal to a group goes to whoever bears its number. While the leader's exit has not been seen, the
 * number is the hook's: the kernel keeps it for the leader, dead or alive. Afterwards it is kept only
 * as long as a member is left, and a stranger may get it next. So the group is asked about while
 * it lasts (signal 0, at each {@link ProcessGroup.exists}): once empty, or unseen for too long, it is
 * never signalled again. And before a signal its members are looked at: one must be alive in the
 * session that the leader began, and no process may bear the leader's own number, which only a
 * stranger can.
 */
export function processGroup(leaderPid: number): ProcessGroup {
  let leaderRuns = true;
  let gone = false;
  let seenMs = performance.now();
  const exists = (): boolean => {
    gone ||= !signal(leaderPid, 0);
    seenMs = performance.now();
    return !gone;
  };
  const hasLiveMembers = async (): Promise<boolean> =>
    exists() && (await groupHasMembers(leaderPid));
  const isOurs = async (): Promise<boolean> =>
    !gone && performance.now() - seenMs < SEEN_LATELY_MS && (await groupHasMembers(leaderPid));
  return {
    leaderExited: () => {
      leaderRuns = false;
      exists();
    },
    exists,
    hasLiveMembers,
    kill: async () => {
      if (leaderRuns || (await isOurs())) {
        signal(leaderPid, 'SIGKILL');
      }
    },
  };
}

function signal(leaderPid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-leaderPid, name);
  } catch (error) {
    // EPERM: there are members, and none of them may be signalled by this user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
