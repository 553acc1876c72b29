import type { OneShot } from '../runs/one-shot.ts';
import { loopText } from './act-on-resident.ts';
import { type Task, tellPark } from './hands.ts';

/** Ends what a one-shot runs and turns its schedule off. */
export type StopOneShot = (oneShot: OneShot, why: string) => Promise<void>;

/** Carries a verdict out on a one-shot, and then says so. Settles when both are done. */
export async function actOnOneShot(oneShot: OneShot, task: Task, stop: StopOneShot): Promise<void> {
  const { verdict, hands } = task;
  switch (verdict.kind) {
    case 'looping':
      await stop(oneShot, loopText(verdict));
      return hands.notifier.raise(oneShot.name, verdict);
    case 'park':
      return tellPark({ ...task, verdict });
    case 'release':
    case 'wedged':
    case 'rotation_stuck':
    case 'silent':
    case 'answered':
    case 'unhealthy':
    case 'healthy':
      // Its runs end by themselves, so nobody looks for these.
      return;
  }
}
