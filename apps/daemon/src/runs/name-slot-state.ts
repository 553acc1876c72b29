import type { State } from '@harness/supervision';
import type { Slot } from './slot.ts';

/** The state of a one-shot in the words of `harness list`. It is never `failed`: that is its runs' outcome. */
export function nameSlotState({ current }: Slot): State {
  if (current === undefined) {
    return 'stopped';
  }
  const { phase, cut } = current;
  if (phase.kind === 'up') {
    return 'running';
  }
  return phase.kind === 'starting' && cut === undefined ? 'starting' : 'stopping';
}
