import type { BehindProcess } from '@harness/notify-core';
import type { Unit } from '../supervisor/unit.ts';
import { type Task, tellPark } from './hands.ts';
import { processesBehind } from './processes-behind.ts';
import { goOnRotating, leaveStuck } from './rotate-resident.ts';
import type { Watch } from './watch.ts';

/** Carries a verdict out on a resident, and then says so. Settles when both are done. */
export async function actOnResident(unit: Unit, task: Task): Promise<void> {
  const { verdict, watch, hands } = task;
  switch (verdict.kind) {
    case 'looping':
      return await stopLoop(unit, { ...task, verdict });
    case 'wedged':
      return await goOnRotating(unit, watch, hands);
    case 'rotation_stuck':
      await unit.bar('hold');
      return leaveStuck(unit, watch, hands, verdict);
    case 'park':
      return await park(unit, { ...task, verdict });
    case 'release':
      return await release(unit, watch);
    case 'silent':
      return await answerSilence(unit, { ...task, verdict });
    case 'answered':
      return hands.notifier.raise(unit.name, { kind: 'proven_back', closes: [] });
    case 'unhealthy':
      if (verdict.action === 'restart') {
        await unit.verb('restart', 'guard', 'unhealthy');
      }
      return hands.notifier.raise(unit.name, verdict);
    case 'healthy':
      return hands.notifier.endEpisodes(unit.name, ['health']);
  }
}

/** Why a harness was stopped for a loop, as its intent shows it. */
export function loopText({
  tool,
  count,
}: {
  readonly tool: string;
  readonly count: number;
}): string {
  return `loop guard: ${tool} called ${count} times over`;
}

async function stopLoop(unit: Unit, { verdict, hands }: Task<'looping'>): Promise<void> {
  await unit.verb('stop', 'guard', loopText(verdict));
  const { wanted, by } = unit.lifecycle.intent;
  // An operator has decided otherwise while it was being stopped.
  if (wanted || by !== 'guard') {
    return;
  }
  hands.together(() => {
    unit.awaitProof(hands.proofMs);
    hands.notifier.raise(unit.name, verdict);
  });
}

async function park(unit: Unit, task: Task<'park'>): Promise<void> {
  await unit.bar('hold');
  // Released, or stopped by an operator, while it was being held down.
  if (task.watch.guards.quota.park !== undefined && unit.lifecycle.intent.wanted) {
    tellPark(task);
  }
}

async function release(unit: Unit, { guards, duties }: Watch): Promise<void> {
  const isHeldFor = guards.quota.park ?? duties.rotation ?? duties.stuck;
  if (isHeldFor === undefined) {
    await unit.bar('resume');
  }
}

async function answerSilence(unit: Unit, { verdict, hands }: Task<'silent'>): Promise<void> {
  const behind = behindOf(unit);
  if (verdict.action === 'restarted') {
    await unit.verb('restart', 'guard', 'stalled');
  }
  hands.together(() => {
    hands.notifier.raise(unit.name, { ...verdict, behind });
    if (verdict.action === 'restarted') {
      // The restart is the end of the trouble; the next stall is told anew.
      hands.notifier.endEpisodes(unit.name, ['stalled']);
    }
  });
}

function behindOf(unit: Unit): readonly BehindProcess[] {
  const pid = unit.pid();
  return pid === undefined ? [] : processesBehind(pid);
}
