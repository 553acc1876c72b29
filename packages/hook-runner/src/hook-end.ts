import { within } from './bounded-wait.ts';
import type { Deadline, DeadlineReason } from './deadline.ts';
import type { HookCommand, HookEnd, HookEndDetail } from './hook.ts';
import type { HookProgram, ProgramExit } from './hook-program.ts';
import type { Start } from './start-program.ts';
import { explainRefusal } from './start-refusal.ts';

// What a program printed just before its exit is in the pipe already.
const DRAIN_MS = 200;
// A process in an uninterruptible call outlives even SIGKILL.
const KILL_MS = 1000;

const CANCELLED: HookEndDetail = { kind: 'cancelled', reason: 'daemon stopped during delivery' };

/**
 * Waits for the end of a run, however it began.
 *
 * @param askedMs - when the run was asked for, on the monotonic clock.
 */
export async function endOfStart(
  start: Start<HookProgram>,
  command: HookCommand,
  deadline: Deadline,
  askedMs: number,
): Promise<HookEnd> {
  if (start.kind === 'started') {
    return await endOfProgram(start.program, command.timeoutMs, deadline, askedMs);
  }
  const durationMs = wholeMs(performance.now() - askedMs);
  return { detail: await unstarted(start, command), durationMs };
}

async function unstarted(
  start: Exclude<Start<HookProgram>, { readonly kind: 'started' }>,
  command: HookCommand,
): Promise<HookEndDetail> {
  return start.kind === 'abandoned'
    ? CANCELLED
    : {
        kind: 'not_started',
        code: start.code,
        reason: await explainRefusal(command, start.code),
      };
}

async function endOfProgram(
  program: HookProgram,
  timeoutMs: number,
  deadline: Deadline,
  askedMs: number,
): Promise<HookEnd> {
  const first = await Promise.race([program.exit, deadline.reached]);
  const exit = typeof first === 'string' ? await killed(program) : first;
  const durationMs = wholeMs((exit?.atMs ?? performance.now()) - askedMs);
  await within(program.closed, DRAIN_MS);
  const tail = program.takeTail();
  const detail = ownEnd(exit, first) ?? deadlineEnd(first, timeoutMs);
  return { detail, durationMs, ...(tail === undefined ? {} : { tail }) };
}

// A sender outlives its shell: the deadline ends the whole group.
async function killed(program: HookProgram): Promise<ProgramExit | undefined> {
  await program.group.kill();
  return await within(program.exit, KILL_MS);
}

// A status that SIGKILL cannot have given says that the program had ended before it arrived.
function ownEnd(
  exit: ProgramExit | undefined,
  first: ProgramExit | DeadlineReason,
): HookEndDetail | undefined {
  if (exit === undefined || (exit.signal === 'SIGKILL' && exit !== first)) {
    return undefined;
  }
  return exit.signal === null
    ? { kind: 'exited', code: exit.code ?? 0 }
    : { kind: 'signalled', signal: exit.signal };
}

function deadlineEnd(first: ProgramExit | DeadlineReason, timeoutMs: number): HookEndDetail {
  return first === 'timeout' ? { kind: 'timed_out', timeoutMs } : CANCELLED;
}

function wholeMs(ms: number): number {
  return Math.max(0, Math.round(ms));
}
