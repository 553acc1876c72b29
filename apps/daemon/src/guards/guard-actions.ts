import type { Verdict } from '@harness/guards';

/** The guards whose actions are counted. */
export const GUARD_NAMES = ['loop', 'session', 'quota', 'stall', 'health'] as const;

/** One of {@link GUARD_NAMES}. */
export type GuardName = (typeof GUARD_NAMES)[number];

/** How often each guard has acted since the daemon started. */
export interface GuardActions {
  /** Counts a verdict that asks for something; the end of a trouble is not counted. */
  count(verdict: Verdict): void;
  of(guard: GuardName): number;
}

export function guardActions(): GuardActions {
  const counts = new Map<GuardName, number>();
  const of = (guard: GuardName): number => counts.get(guard) ?? 0;
  return {
    count(verdict) {
      const guard = guardOf(verdict);
      if (guard !== undefined) {
        counts.set(guard, of(guard) + 1);
      }
    },
    of,
  };
}

/** The guard that acts by a verdict; undefined for one that ends a trouble. */
function guardOf({ kind }: Verdict): GuardName | undefined {
  switch (kind) {
    case 'looping':
      return 'loop';
    case 'wedged':
    case 'rotation_stuck':
      return 'session';
    case 'park':
      return 'quota';
    case 'silent':
      return 'stall';
    case 'unhealthy':
      return 'health';
    case 'release':
    case 'answered':
    case 'healthy':
      return undefined;
  }
}

/** A verdict in words, for the harness's own log. */
export function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'looping':
      return `loop guard: ${verdict.tool} called ${verdict.count} times over, stopping`;
    case 'wedged':
      return `session guard: ${verdict.failedTurns} turns failed at the context limit, rotating`;
    case 'rotation_stuck':
      return `session guard: ${verdict.step}, stopping`;
    case 'park':
      return `quota guard: ${verdict.rule}, parked until ${new Date(verdict.untilMs).toISOString()}`;
    case 'release':
      return 'quota guard: the park is over';
    case 'silent':
      return `stall guard: silent for ${Math.round(verdict.silentMs / 1000)} s, ${verdict.action.replace('_', ' ')}`;
    case 'answered':
      return 'stall guard: a model call has succeeded again';
    case 'unhealthy':
      return `health guard: the probe failed ${verdict.failures} times in a row, action ${verdict.action}`;
    case 'healthy':
      return 'health guard: the probe succeeds again';
  }
}
