import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import {
  groupHasMembers,
  hasMembers,
  listByPs,
  parseProcStat,
  parsePs,
} from '../src/group-members.ts';
import { processGroup } from '../src/process-group.ts';

describe('a process group', () => {
  it('is signalled as a whole while its leader runs', async () => {
    const [leader, pid] = startLeader('sleep 60 & sleep 60');
    await processGroup(pid).kill();
    expect(await once(leader, 'exit')).toEqual([null, 'SIGKILL']);
    await waitFor('nothing is left', async () => !(await groupHasMembers(pid)));
  });

  it('is signalled for what its leader left, and for nothing after that', async () => {
    const [leader, pid] = startLeader('sleep 60 & exit 0');
    const group = processGroup(pid);
    await once(leader, 'exit');
    group.leaderExited();
    expect(await group.hasLiveMembers()).toBe(true);
    await group.kill();
    await waitFor('nothing is left', async () => !(await group.hasLiveMembers()));
  });

  it('is gone for ever once it was seen empty', async () => {
    const [leader, pid] = startLeader('exit 0');
    const group = processGroup(pid);
    await once(leader, 'exit');
    group.leaderExited();
    await group.kill();
    expect([group.exists(), await group.hasLiveMembers()]).toEqual([false, false]);
  });

  it("is not signalled when a new process bears its leader's number", async () => {
    const [stranger, pid] = startLeader('exec sleep 60');
    // As after the number came round: our leader is gone, and somebody else leads a group of that number.
    const group = processGroup(pid);
    group.leaderExited();
    await group.kill();
    stranger.kill('SIGTERM');
    expect(await once(stranger, 'exit')).toEqual([null, 'SIGTERM']);
  });
});

describe('the members of a group', () => {
  const member = { pid: 11, groupId: 10, sessionId: 10, isZombie: false };
  it.each([
    { says: 'one in its session is left', others: [member], left: true },
    {
      says: 'the system names no sessions',
      others: [{ ...member, sessionId: undefined }],
      left: true,
    },
    {
      says: 'another is a zombie',
      others: [{ ...member, pid: 12, isZombie: true }, member],
      left: true,
    },
    { says: 'none', others: [], left: false },
    { says: 'a zombie alone', others: [{ ...member, isZombie: true }], left: false },
    { says: 'one in another session', others: [{ ...member, sessionId: 9 }], left: false },
    { says: 'a stranger leads it', others: [member, { ...member, pid: 10 }], left: false },
    { says: 'another group', others: [{ ...member, groupId: 9 }], left: false },
  ])('are ours or not: $says', ({ others, left }) => {
    expect(hasMembers(10, others)).toBe(left);
  });

  it('are read from a line of /proc whatever the program is called', () => {
    expect(parseProcStat('42 (a) b) R 1 (x) S 1 40 39 0 -1 4194304')).toEqual({
      pid: 42,
      groupId: 40,
      sessionId: 39,
      isZombie: false,
    });
    expect(parseProcStat('')).toBeUndefined();
  });

  it('are read from ps as this system writes it', async () => {
    const [leader, pid] = startLeader('sleep 60');
    const seen = parsePs(await listByPs()).find((one) => one.pid === pid);
    expect(seen).toEqual({ pid, groupId: pid, sessionId: undefined, isZombie: false });
    leader.kill('SIGKILL');
  });
});

function startLeader(script: string): [ChildProcess, number] {
  const leader = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' });
  if (leader.pid === undefined) {
    throw new Error('no shell to test with');
  }
  return [leader, leader.pid];
}
