import { assertNever } from './assert-never.ts';
import { terminate } from './end-run.ts';
import type { Exited, RunInput } from './input.ts';
import { judgeExit } from './judge-exit.ts';
import type { LastExit, Lifecycle, Process } from './lifecycle.ts';
import { outlive } from './outlive.ts';
import type { Context, Step } from './transition.ts';

/** Takes what became of a run. News of another run, or out of turn, change nothing. */
export function followRun(
  lifecycle: Lifecycle,
  input: RunInput,
  context: Context,
  nowMs: number,
): Step {
  if (input.run !== lifecycle.run) {
    return { lifecycle, effects: [] };
  }
  switch (input.kind) {
    case 'spawned':
      return spawned(lifecycle, context, nowMs);
    case 'spawn_failed':
      return spawnFailed(lifecycle, input.reason, context, nowMs);
    case 'exited':
      return exited(lifecycle, input, context, nowMs);
    case 'cleared':
      return cleared(lifecycle);
    default:
      return assertNever(input);
  }
}

function spawned(lifecycle: Lifecycle, { policy }: Context, nowMs: number): Step {
  const { process } = lifecycle;
  if (process.kind !== 'starting') {
    return { lifecycle, effects: [] };
  }
  return process.doomed
    ? terminate(lifecycle, policy, nowMs)
    : { lifecycle: { ...lifecycle, process: { kind: 'up', sinceMs: nowMs } }, effects: [] };
}

function spawnFailed(lifecycle: Lifecycle, reason: string, context: Context, nowMs: number): Step {
  const { process } = lifecycle;
  if (process.kind !== 'starting') {
    return { lifecycle, effects: [] };
  }
  const lastExit: LastExit = {
    exit: { kind: 'not_started', reason },
    endedMs: nowMs,
    uptimeMs: 0,
  };
  const gone: Lifecycle = { ...lifecycle, process: { kind: 'none' }, lastExit };
  return process.doomed ? { lifecycle: gone, effects: [] } : judgeExit(gone, lastExit, context);
}

function exited(lifecycle: Lifecycle, input: Exited, context: Context, nowMs: number): Step {
  const { process } = lifecycle;
  if (process.kind === 'none' || process.kind === 'leftovers') {
    return { lifecycle, effects: [] };
  }
  const lastExit = lastExitOf(input, nowMs);
  const left: Lifecycle = { ...lifecycle, process: { kind: 'leftovers' }, lastExit };
  const judged = isEnding(process)
    ? { lifecycle: left, effects: [] }
    : judgeRun(left, input.startedMs, lastExit, context);
  const graceMs = graceLeftMs(process, context, nowMs);
  return {
    lifecycle: judged.lifecycle,
    effects: [{ kind: 'sweep', run: lifecycle.run, graceMs }, ...judged.effects],
  };
}

/** What the run earned while it was up comes first: a long one ends the streak before its own exit is counted. */
function judgeRun(
  lifecycle: Lifecycle,
  startedMs: number,
  lastExit: LastExit,
  context: Context,
): Step {
  const earned = outlive(lifecycle, context.policy, startedMs, lastExit.endedMs);
  const judged = judgeExit(earned.lifecycle, lastExit, context);
  return { lifecycle: judged.lifecycle, effects: [...earned.effects, ...judged.effects] };
}

function isEnding(process: Process): boolean {
  return process.kind === 'ending' || (process.kind === 'starting' && process.doomed);
}

function graceLeftMs(process: Process, { policy }: Context, nowMs: number): number {
  return process.kind === 'ending' ? Math.max(0, process.killAtMs - nowMs) : policy.stopGraceMs;
}

function lastExitOf(input: Exited, nowMs: number): LastExit {
  const { exit, startedMs, lastLine } = input;
  const endedMs = Math.min(input.endedMs, nowMs);
  return {
    exit,
    endedMs,
    uptimeMs: Math.max(0, endedMs - startedMs),
    ...(lastLine === undefined ? {} : { lastLine }),
  };
}

function cleared(lifecycle: Lifecycle): Step {
  return lifecycle.process.kind === 'leftovers'
    ? { lifecycle: { ...lifecycle, process: { kind: 'none' } }, effects: [] }
    : { lifecycle, effects: [] };
}
