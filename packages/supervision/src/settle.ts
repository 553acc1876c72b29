import type { Effect, Rest } from './effect.ts';
import type { Input } from './input.ts';
import { type Lifecycle, shouldBeUp } from './lifecycle.ts';

/** Says that the lifecycle came to rest in this step, or that a verb found it there. */
export function settle(before: Lifecycle, input: Input, after: Lifecycle): readonly Effect[] {
  const rest = restOf(after);
  if (rest === undefined || (rest === restOf(before) && !isVerb(input))) {
    return [];
  }
  return [{ kind: 'settled', as: rest }];
}

function restOf(lifecycle: Lifecycle): Rest | undefined {
  switch (lifecycle.process.kind) {
    case 'up':
      return 'running';
    case 'leftovers':
      return lifecycle.nextStartMs === undefined ? undefined : 'waiting';
    case 'none':
      return shouldBeUp(lifecycle) ? 'waiting' : restDown(lifecycle);
    default:
      return undefined;
  }
}

function restDown(lifecycle: Lifecycle): Rest {
  return lifecycle.ended === 'failed' ? 'failed' : 'stopped';
}

function isVerb(input: Input): boolean {
  return input.kind !== 'tick' && input.kind !== 'await_proof' && !('run' in input);
}
