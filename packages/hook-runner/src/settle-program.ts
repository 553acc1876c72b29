import { setTimeout as pause } from 'node:timers/promises';
import { within } from './bounded-wait.ts';
import type { Deadline } from './deadline.ts';
import type { HookProgram } from './hook-program.ts';
import type { ProcessGroup } from './process-group.ts';

const LOOK_EVERY_MS = 200;
const GONE_MS = 1000;
const GONE_LOOK_EVERY_MS = 10;

/**
 * Stays with what a program left behind until it has ended by itself, or until the deadline ends it.
 * Its output is read all the while: a closed pipe would kill a sender at its next print.
 */
export async function settleProgram(program: HookProgram, deadline: Deadline): Promise<void> {
  while (isLeft(program)) {
    if ((await within(deadline.reached, LOOK_EVERY_MS)) !== undefined) {
      await program.group.kill();
      await untilGone(program.group);
      break;
    }
  }
  program.release();
}

// Both are asked: the group must be looked at as long as it may have to be signalled.
function isLeft({ group, isHeld }: HookProgram): boolean {
  const exists = group.exists();
  return exists || isHeld();
}

// Dead members are listed until init has taken them; an init that does not is not waited for.
async function untilGone(group: ProcessGroup): Promise<void> {
  const endMs = performance.now() + GONE_MS;
  while (group.exists() && performance.now() < endMs) {
    await pause(GONE_LOOK_EVERY_MS);
  }
}
