import { setTimeout as pause } from 'node:timers/promises';
import { within } from './bounded-wait.ts';
import type { Deadline } from './deadline.ts';
import type { HookProgram } from './hook-program.ts';
import type { ProcessGroup } from './process-group.ts';

const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 1000;
const GONE_MS = 1000;
const GONE_LOOK_EVERY_MS = 20;

/**
 * Stays with what a program left behind until it has ended by itself, or until the deadline ends it.
 * Its output is read all the while: a closed pipe would kill a sender at its next print.
 */
export async function settleProgram(program: HookProgram, deadline: Deadline): Promise<void> {
  let lookMs = FIRST_LOOK_MS;
  while (await isLeft(program)) {
    if ((await within(deadline.reached, lookMs)) !== undefined) {
      await program.group.kill();
      await untilGone(program.group);
      break;
    }
    lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS);
  }
  await program.release();
}

// The group is asked about each time: only one that was seen lately may be signalled.
async function isLeft({ group, isHeld }: HookProgram): Promise<boolean> {
  const exists = group.exists();
  return isHeld() || (exists && (await group.hasLiveMembers()));
}

async function untilGone(group: ProcessGroup): Promise<void> {
  const endMs = performance.now() + GONE_MS;
  while ((await group.hasLiveMembers()) && performance.now() < endMs) {
    await pause(GONE_LOOK_EVERY_MS);
  }
}
