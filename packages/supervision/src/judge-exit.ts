import { isClean } from './exit.ts';
import type { Escalated, GaveUp } from './fact.ts';
import { type LastExit, type Lifecycle, NO_STREAK, type Streak } from './lifecycle.ts';
import type { Policy, Settings } from './policy.ts';
import { awaitProof, proofAfter } from './proof.ts';
import type { Context, Step } from './transition.ts';

/** More unwanted exits cannot fall into an hour of {@link Policy} in use; it bounds the state under any other. */
const MOST_RECENT_EXITS = 512;

/** Decides what follows from the end of a run that nobody asked to end. */
export function judgeExit(lifecycle: Lifecycle, ended: LastExit, context: Context): Step {
  const { settings, policy } = context;
  if (isClean(ended.exit) && !isPersistent(settings)) {
    return { lifecycle: { ...lifecycle, ended: 'finished', streak: NO_STREAK }, effects: [] };
  }
  const recentExits = recall(lifecycle.recentExits, ended.endedMs, policy);
  const streak = count(lifecycle.streak, ended, policy);
  const unwanted = { ...lifecycle, recentExits, streak };
  return streak.failures > budget(settings, policy)
    ? giveUp(unwanted, ended, policy)
    : retry(unwanted, ended, context);
}

function isPersistent({ restart }: Settings): boolean {
  return restart === 'always' || restart === 'unless-stopped';
}

function budget({ restart }: Settings, policy: Policy): number {
  return restart === 'no' ? 0 : policy.maxRestarts;
}

function recall(
  recentExits: readonly number[],
  endedMs: number,
  policy: Policy,
): readonly number[] {
  const sinceMs = endedMs - policy.hourMs;
  return [...recentExits.filter((atMs) => atMs > sinceMs), endedMs].slice(-MOST_RECENT_EXITS);
}

function count(streak: Streak, ended: LastExit, policy: Policy): Streak {
  const quick = isQuick(ended, policy);
  if (isClean(ended.exit) && !quick) {
    return NO_STREAK;
  }
  const quickExits = streak.quickExits + (quick ? 1 : 0);
  return {
    failures: streak.failures + 1,
    quickExits,
    backoffs: streak.backoffs + (quickExits >= policy.flapQuickExits ? 1 : 0),
    longestRunMs: Math.max(streak.longestRunMs, ended.uptimeMs),
    flapping: streak.flapping,
  };
}

function isQuick(ended: LastExit, policy: Policy): boolean {
  return ended.uptimeMs < policy.crashWindowMs;
}

function giveUp(lifecycle: Lifecycle, ended: LastExit, policy: Policy): Step {
  const { failures, longestRunMs } = lifecycle.streak;
  const fact: GaveUp = { kind: 'gave_up', ...about(ended), restarts: failures, longestRunMs };
  const failed: Lifecycle = { ...lifecycle, ended: 'failed' };
  return {
    lifecycle: awaitProof(failed, proofAfter(longestRunMs, policy), policy),
    effects: [{ kind: 'tell', fact }],
  };
}

function retry(lifecycle: Lifecycle, ended: LastExit, context: Context): Step {
  const fact = escalation(lifecycle, ended, context.policy);
  return {
    lifecycle: {
      ...lifecycle,
      streak: { ...lifecycle.streak, flapping: fact !== undefined },
      nextStartMs: ended.endedMs + pauseMs(lifecycle.streak, context),
    },
    effects: fact === undefined ? [] : [{ kind: 'tell', fact }],
  };
}

function escalation(
  { streak, recentExits }: Lifecycle,
  ended: LastExit,
  policy: Policy,
): Escalated | undefined {
  const quickly = isQuick(ended, policy) && streak.quickExits >= policy.flapQuickExits;
  if (quickly || streak.failures >= policy.flapStreak) {
    return { kind: 'escalated', ...about(ended), restarts: streak.failures };
  }
  if (recentExits.length >= policy.flapHourly) {
    return { kind: 'escalated', ...about(ended), restarts: recentExits.length, withinHour: true };
  }
  return undefined;
}

/** A back-off never shortens the pause that the operator configured. */
function pauseMs({ backoffs }: Streak, { settings, policy }: Context): number {
  const { backoffMs } = policy;
  const stage = Math.min(backoffs, backoffMs.length) - 1;
  return Math.max(settings.restartDelayMs, backoffMs[stage] ?? 0);
}

function about({ exit, lastLine }: LastExit): Pick<LastExit, 'exit' | 'lastLine'> {
  return { exit, ...(lastLine === undefined ? {} : { lastLine }) };
}
