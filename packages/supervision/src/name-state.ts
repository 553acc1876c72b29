import { assertNever } from './assert-never.ts';
import type { Lifecycle, State } from './lifecycle.ts';

/** The one place that says which state a lifecycle is in, so that no transition can leave a contradiction behind. */
export function nameState(lifecycle: Lifecycle): State {
  const { process, streak } = lifecycle;
  switch (process.kind) {
    case 'starting':
      return process.doomed ? 'stopping' : calmOr(streak.flapping, 'starting');
    case 'up':
      return calmOr(streak.flapping, 'running');
    case 'ending':
      return 'stopping';
    case 'leftovers':
      return nameDown(lifecycle, 'stopping');
    case 'none':
      return nameDown(lifecycle, 'stopped');
    default:
      return assertNever(process);
  }
}

function nameDown(lifecycle: Lifecycle, otherwise: State): State {
  if (lifecycle.nextStartMs !== undefined) {
    return calmOr(lifecycle.streak.flapping, 'restarting');
  }
  return lifecycle.ended === 'failed' ? 'failed' : otherwise;
}

function calmOr(flapping: boolean, calm: State): State {
  return flapping ? 'degraded' : calm;
}
