import { type HealthState, NEVER_PROBED } from './health/health-state.ts';
import { type LoopState, NO_CALLS } from './loop/loop-state.ts';
import { NEVER_REFUSED, type QuotaState } from './quota/quota-state.ts';
import { NO_SESSIONS, type SessionState } from './session/session-state.ts';
import { NEVER_STALLED, type StallState } from './stall/stall-state.ts';

/** All guards of one harness: a plain value that survives JSON and does not grow. */
export interface Guards {
  readonly loop: LoopState;
  readonly session: SessionState;
  readonly quota: QuotaState;
  readonly stall: StallState;
  readonly health: HealthState;
}

/** The guards of a harness of which nothing is known. */
export const NEW_GUARDS: Guards = {
  loop: NO_CALLS,
  session: NO_SESSIONS,
  quota: NEVER_REFUSED,
  stall: NEVER_STALLED,
  health: NEVER_PROBED,
};

/** Whether a guard has asked for the end of the run: what the run still writes counts no more. */
export function endsRun({ loop, session, quota, stall, health }: Guards): boolean {
  return (
    loop.stopping ||
    session.stopping ||
    quota.park !== undefined ||
    stall.episode === 'restarted' ||
    health.restarting
  );
}
