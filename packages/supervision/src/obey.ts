import { assertNever } from './assert-never.ts';
import { endRun } from './end-run.ts';
import { forget } from './forget.ts';
import type { Verb } from './input.ts';
import type { Order } from './intent.ts';
import { type Barrier, type Lifecycle, NO_STREAK, shouldBeUp } from './lifecycle.ts';
import type { Policy } from './policy.ts';
import type { Step } from './transition.ts';

/** Takes a verb: what is wanted from now on. Bringing it about is the next stage's. */
export function obey(lifecycle: Lifecycle, verb: Verb, policy: Policy, nowMs: number): Step {
  switch (verb.kind) {
    case 'start':
      return only(start(lifecycle, verb.order));
    case 'stop':
      return only(stop(lifecycle, verb.order));
    case 'restart':
      return restart(lifecycle, verb.order, policy, nowMs);
    case 'hold':
      return only(bar(lifecycle, lifecycle.barrier === 'retired' ? 'retired' : 'held'));
    case 'resume':
      return only(unbar(lifecycle));
    case 'shutdown':
      return only(bar(lifecycle, 'shutdown'));
    case 'retire':
      return only(forget(bar(lifecycle, 'retired'), 'proofMs'));
    default:
      return assertNever(verb);
  }
}

function start(lifecycle: Lifecycle, order: Order): Lifecycle {
  return isComingUp(lifecycle) ? lifecycle : afresh(lifecycle, order);
}

function isComingUp(lifecycle: Lifecycle): boolean {
  const { process } = lifecycle;
  const alive = process.kind === 'up' || (process.kind === 'starting' && !process.doomed);
  return alive && shouldBeUp(lifecycle);
}

function afresh(lifecycle: Lifecycle, order: Order): Lifecycle {
  return {
    ...forget(unbar(lifecycle), 'ended', 'nextStartMs'),
    intent: { ...order, wanted: true },
    streak: NO_STREAK,
    recentExits: [],
  };
}

function stop(lifecycle: Lifecycle, order: Order): Lifecycle {
  const { intent } = lifecycle;
  const down = forget(lifecycle, 'ended', 'nextStartMs');
  if (order.by === 'operator') {
    return { ...forget(down, 'proofMs'), intent: { ...order, wanted: false } };
  }
  // A verdict that comes after the operator's own stop must not take that stop over.
  return { ...down, intent: intent.wanted ? { ...order, wanted: false } : intent };
}

function restart(lifecycle: Lifecycle, order: Order, policy: Policy, nowMs: number): Step {
  if (order.by === 'operator') {
    return endRun(afresh(lifecycle, order), policy, nowMs);
  }
  // A verdict on a run is no verdict on the next one that is just starting; a changed configuration is.
  const applies = order.by === 'config' || lifecycle.process.kind === 'up';
  return applies ? endRun(lifecycle, policy, nowMs) : only(lifecycle);
}

function bar(lifecycle: Lifecycle, barrier: Barrier): Lifecycle {
  const barred = lifecycle.barrier === 'shutdown' ? 'shutdown' : barrier;
  return { ...forget(lifecycle, 'nextStartMs'), barrier: barred };
}

function unbar(lifecycle: Lifecycle): Lifecycle {
  return lifecycle.barrier === 'shutdown' ? lifecycle : { ...lifecycle, barrier: 'none' };
}

function only(lifecycle: Lifecycle): Step {
  return { lifecycle, effects: [] };
}
