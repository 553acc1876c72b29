import { assertNever } from './assert-never.ts';
import type { Effect } from './effect.ts';
import { followRun } from './follow-run.ts';
import type { Input } from './input.ts';
import type { Lifecycle } from './lifecycle.ts';
import { nameState } from './name-state.ts';
import { obey } from './obey.ts';
import type { Policy } from './policy.ts';
import { awaitProof } from './proof.ts';
import { deadline, pursue } from './pursue.ts';
import { settle } from './settle.ts';
import type { Context, Step } from './transition.ts';

/**
 * Takes one input at the instant `nowMs` of a clock that never steps (milliseconds, fractions allowed).
 *
 * Any input is safe in any state: what does not fit is ignored. The caller carries the effects out in their order,
 * keeps one timer for `wake`, and answers `start` with `spawned` or `spawn_failed`, a run's end with `exited`, and
 * `sweep` with `cleared`.
 */
export function step(lifecycle: Lifecycle, input: Input, context: Context, nowMs: number): Step {
  const taken = take(lifecycle, input, context, nowMs);
  const pursued = pursue(taken.lifecycle, context.policy, nowMs);
  const after = named(pursued.lifecycle);
  return {
    lifecycle: after,
    effects: [
      ...taken.effects,
      ...pursued.effects,
      ...settle(lifecycle, input, after),
      ...wake(lifecycle, input, after, context.policy),
    ],
  };
}

function take(lifecycle: Lifecycle, input: Input, context: Context, nowMs: number): Step {
  switch (input.kind) {
    case 'start':
    case 'stop':
    case 'restart':
    case 'hold':
    case 'resume':
    case 'shutdown':
    case 'retire':
      return obey(lifecycle, input, context.policy, nowMs);
    case 'spawned':
    case 'spawn_failed':
    case 'exited':
    case 'cleared':
      return followRun(lifecycle, input, context, nowMs);
    case 'await_proof':
      return { lifecycle: awaitProof(lifecycle, input.afterMs, context.policy), effects: [] };
    case 'tick':
      return { lifecycle, effects: [] };
    default:
      return assertNever(input);
  }
}

function named(lifecycle: Lifecycle): Lifecycle {
  const state = nameState(lifecycle);
  return state === lifecycle.state ? lifecycle : { ...lifecycle, state };
}

function wake(
  before: Lifecycle,
  input: Input,
  after: Lifecycle,
  policy: Policy,
): readonly Effect[] {
  const atMs = deadline(after, policy);
  // A tick has used the timer up, so what is still due is armed again.
  const armed = input.kind === 'tick' ? undefined : deadline(before, policy);
  return atMs === undefined || atMs === armed ? [] : [{ kind: 'wake', atMs }];
}
