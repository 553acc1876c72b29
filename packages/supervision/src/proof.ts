import type { Lifecycle } from './lifecycle.ts';
import type { Policy } from './policy.ts';

/**
 * The uptime in milliseconds that proves a harness back: longer than the longest run of the streak that failed, within
 * the policy's bounds.
 */
export function proofAfter(longestRunMs: number, policy: Policy): number {
  return withinBounds(longestRunMs + 1, policy);
}

/** Awaits a proof of `afterMs` of uptime, held within the policy's bounds; a longer one that is pending stays. */
export function awaitProof(lifecycle: Lifecycle, afterMs: number, policy: Policy): Lifecycle {
  const proofMs = Math.max(lifecycle.proofMs ?? 0, withinBounds(afterMs, policy));
  return { ...lifecycle, proofMs };
}

function withinBounds(uptimeMs: number, policy: Policy): number {
  return Math.min(Math.max(uptimeMs, policy.proofMinMs), policy.proofMaxMs);
}
