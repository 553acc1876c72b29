import type { Intent } from './intent.ts';
import { type Lifecycle, NO_STREAK, type Streak } from './lifecycle.ts';

/** What a store keeps of a lifecycle for the next daemon, beside its intent. It holds no instants. */
export interface Remembered {
  readonly failed: boolean;
  readonly streak: Streak;
  readonly proofMs?: number;
}

/**
 * A lifecycle as a daemon begins it: nothing runs, and it is held until `resume` or `start`, so that the caller can first
 * end what an earlier daemon left. What was `failed` still is, and `resume` does not start it.
 */
export function initial(intent: Intent, remembered?: Remembered): Lifecycle {
  const { failed = false, streak = NO_STREAK, proofMs } = remembered ?? {};
  return {
    state: failed ? 'failed' : 'stopped',
    intent,
    barrier: 'held',
    ...(failed ? { ended: 'failed' as const } : {}),
    run: 0,
    process: { kind: 'none' },
    streak,
    recentExits: [],
    ...(proofMs === undefined ? {} : { proofMs }),
  };
}

/** What a store should keep, to be given to {@link initial}. */
export function remember(lifecycle: Lifecycle): Remembered {
  const { ended, streak, proofMs } = lifecycle;
  return { failed: ended === 'failed', streak, ...(proofMs === undefined ? {} : { proofMs }) };
}
