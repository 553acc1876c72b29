import type { Exit, Exited, RunInput } from '@harness/supervision';
import { cutRun, terminate } from './cut-run.ts';
import type { Current, ProgramEnd, Slot } from './slot.ts';
import type { ProgramExited, RunEnded, SlotRules, SlotStep } from './slot-step.ts';
import { startNext } from './start-next.ts';

/** What becomes of the run in flight when its process says something, or its time has come. */
export function followProcess(
  slot: Slot,
  input: Exclude<RunInput, Exited> | ProgramExited | { readonly kind: 'tick' },
  rules: SlotRules,
  nowMs: number,
): SlotStep {
  const { current } = slot;
  if (current === undefined || (input.kind !== 'tick' && input.run !== current.run)) {
    return { slot, effects: [] };
  }
  switch (input.kind) {
    case 'tick':
      return passTime(slot, current, rules, nowMs);
    case 'spawned':
      return cameUp(slot, current, rules, nowMs);
    case 'spawn_failed':
      return free(slot, endOf(current, { exit: { kind: 'not_started', reason: input.reason } }));
    case 'exited':
      return exited(slot, current, input, rules, nowMs);
    case 'cleared':
      return cleared(slot, current);
  }
}

function passTime(slot: Slot, current: Current, rules: SlotRules, nowMs: number): SlotStep {
  const { phase, run } = current;
  if (phase.kind === 'up' && phase.timeoutAtMs !== undefined) {
    return phase.timeoutAtMs <= nowMs
      ? cutRun(slot, 'timed_out', rules, nowMs)
      : { slot, effects: [{ kind: 'wake', atMs: phase.timeoutAtMs }] };
  }
  if (phase.kind === 'ending' && !phase.killed) {
    return phase.killAtMs <= nowMs
      ? {
          slot: { ...slot, current: { ...current, phase: { ...phase, killed: true } } },
          effects: [{ kind: 'kill', run }],
        }
      : { slot, effects: [{ kind: 'wake', atMs: phase.killAtMs }] };
  }
  return { slot, effects: [] };
}

function cameUp(slot: Slot, current: Current, rules: SlotRules, nowMs: number): SlotStep {
  if (current.phase.kind !== 'starting') {
    return { slot, effects: [] };
  }
  if (current.cut !== undefined) {
    return terminate(slot, current, rules, nowMs);
  }
  const up = { kind: 'up', sinceMs: nowMs } as const;
  if (rules.timeoutMs === 0) {
    return { slot: { ...slot, current: { ...current, phase: up } }, effects: [] };
  }
  const timeoutAtMs = nowMs + rules.timeoutMs;
  return {
    slot: { ...slot, current: { ...current, phase: { ...up, timeoutAtMs } } },
    effects: [{ kind: 'wake', atMs: timeoutAtMs }],
  };
}

function exited(
  slot: Slot,
  current: Current,
  { exit, endedMs, lastLine, refused = false }: ProgramExited,
  { graceMs }: SlotRules,
  nowMs: number,
): SlotStep {
  const { run, phase, cut } = current;
  if (phase.kind === 'leftovers') {
    return { slot, effects: [] };
  }
  const end: ProgramEnd = { exit, endedMs, ...(lastLine === undefined ? {} : { lastLine }) };
  const leftMs = phase.kind === 'ending' ? Math.max(0, phase.killAtMs - nowMs) : graceMs;
  return {
    slot: { ...slot, current: { ...current, phase: { kind: 'leftovers', end } } },
    effects: [
      // A run that was cut is over when nothing of it is left; one that ended by itself is over now.
      ...(cut === undefined ? [endOf(current, end, refused)] : []),
      { kind: 'sweep', run, graceMs: leftMs },
    ],
  };
}

function cleared(slot: Slot, current: Current): SlotStep {
  const { phase, cut } = current;
  if (phase.kind !== 'leftovers') {
    return { slot, effects: [] };
  }
  return free(slot, cut === undefined ? undefined : endOf(current, phase.end));
}

function free({ current: _, ...rest }: Slot, ended: RunEnded | undefined): SlotStep {
  const next = startNext(rest);
  return { slot: next.slot, effects: [...(ended === undefined ? [] : [ended]), ...next.effects] };
}

function endOf({ run, cut }: Current, end: ProgramEnd, refused = false): RunEnded {
  const own = outcomeOf(end.exit);
  const outcome = cut ?? (refused && own === 'failed' ? 'quota_parked' : own);
  return { kind: 'ended', run, outcome, ...end };
}

function outcomeOf(exit: Exit): 'success' | 'failed' {
  return exit.kind === 'exited' && exit.code === 0 ? 'success' : 'failed';
}
