import { createDeadline } from './deadline.ts';
import { type HookCommand, type RunningHook, TAIL_BYTES } from './hook.ts';
import { endOfStart } from './hook-end.ts';
import { attendProgram } from './hook-program.ts';
import { settleProgram } from './settle-program.ts';
import { startProgram } from './start-program.ts';

/**
 * Runs a program once, in a process group of its own, and says how it ended.
 *
 * The outcome is the program's own exit, within 1 s of it. What it leaves in the background keeps its
 * output pipe and its life until the deadline; then whatever is left of the group gets SIGKILL. A
 * program that still runs then has `timed_out`. No ending is thrown.
 */
export function runHook(command: HookCommand): RunningHook {
  const deadline = createDeadline();
  const askedMs = performance.now();
  let leader: number | undefined;
  const starting = startProgram(command, deadline.reached, (started) => {
    leader = started.leader.pid;
    deadline.arm(command.timeoutMs);
    return attendProgram(started, command.tailBytes ?? TAIL_BYTES);
  });
  const outcome = starting.then((start) => endOfStart(start, command, deadline, askedMs));
  const settled = Promise.all([starting, outcome])
    .then(([start]) =>
      start.kind === 'started' ? settleProgram(start.program, deadline) : undefined,
    )
    .then(deadline.clear);
  return {
    get pid() {
      return leader;
    },
    outcome,
    settled,
    cancel: deadline.shorten,
  };
}
