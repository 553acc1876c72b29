import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What tells whose a process is. */
export interface GroupMember {
  readonly pid: number;
  readonly groupId: number;
  /** Unknown where the system does not say it in numbers. */
  readonly sessionId: number | undefined;
  readonly isZombie: boolean;
}

/**
 * Whether a group whose leader is known to be gone has a live member that came from that leader.
 * Zombies do not count. False when it cannot be told.
 */
export async function groupHasMembers(groupId: number): Promise<boolean> {
  // On Linux without a pause, so that a signal sent next meets what was seen.
  return process.platform === 'linux'
    ? hasMembersInProc(groupId)
    : hasMembers(groupId, parsePs(await listByPs()));
}

/** Decides from a listing of processes. */
export function hasMembers(groupId: number, processes: readonly GroupMember[]): boolean {
  return (
    !processes.some(({ pid }) => pid === groupId) && processes.some((one) => isMember(one, groupId))
  );
}

/** Reads one process's own line; undefined when it is not one. Source: proc_pid_stat(5), man-pages 6.9. */
export function parseProcStat(text: string): GroupMember | undefined {
  // The program's name stands in parentheses and may hold anything, parentheses and spaces too.
  const [state, , group, session] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return session === undefined
    ? undefined
    : {
        pid: Number.parseInt(text, 10),
        groupId: Number(group),
        sessionId: Number(session),
        isZombie: state === 'Z' || state === 'X',
      };
}

/** Reads `ps -A -o pid=,pgid=,stat=`. Source: ps(1), POSIX.1-2024; `sess` is an address on macOS. */
export function parsePs(text: string): GroupMember[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([pid, group, state]) =>
      state === undefined
        ? []
        : [
            {
              pid: Number(pid),
              groupId: Number(group),
              sessionId: undefined,
              isZombie: state.startsWith('Z'),
            },
          ],
    );
}

/** The output of `ps` that {@link parsePs} reads. */
export async function listByPs(): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,pgid=,stat=']);
  return stdout;
}

function hasMembersInProc(groupId: number): boolean {
  return (
    readStat(`${groupId}`) === undefined && procIds().some((pid) => isMemberInProc(pid, groupId))
  );
}

function isMemberInProc(pid: string, groupId: number): boolean {
  const member = readStat(pid);
  return member !== undefined && isMember(member, groupId);
}

function isMember({ groupId, sessionId, isZombie }: GroupMember, wanted: number): boolean {
  return groupId === wanted && (sessionId ?? wanted) === wanted && !isZombie;
}

function procIds(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function readStat(pid: string): GroupMember | undefined {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // It ended since it was listed.
    return undefined;
  }
}
