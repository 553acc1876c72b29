import { openSync } from 'node:fs';
import type { LeaderExit, SpawnLeader } from '@harness/hook-runner';
import { loadPosixSpawn } from '@harness/posix-spawn';

/** A program that fails, and one that is not there. */
export async function use(): Promise<unknown> {
  const spawn: SpawnLeader = await loadPosixSpawn();
  const none = openSync('/dev/null', 'r+');
  const streams = [none, none, none] as const;
  const leader = spawn({ argv: ['/bin/sh', '-c', 'exit 7'], env: {}, streams });
  const exit: LeaderExit | undefined = await leader?.exit;
  return { exit, absent: spawn({ argv: ['/nowhere/hook'], env: {}, streams }) === undefined };
}
