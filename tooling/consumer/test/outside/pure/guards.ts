import {
  DEFAULT_POLICY,
  type Guards,
  NEW_GUARDS,
  type Observation,
  observe,
  recall,
  remember,
  type Settings,
  type Verdict,
} from '@harness/guards';
import type { CallTurn } from '@harness/turns';

const settings: Settings = {
  kind: 'resident',
  loopLimit: 3,
  rotates: false,
  quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000 },
};
const call: CallTurn = { kind: 'call', session: 's1', id: 'c1', tool: 'Bash', digest: 'make test' };

/** An agent that calls the same tool again and again. */
export function use(): unknown {
  const observations: readonly Observation[] = [{ kind: 'run_started' }, call, call, call];
  let guards: Guards = NEW_GUARDS;
  const told: Verdict[] = [];
  for (const observation of observations) {
    const now = { unixMs: 1_793_491_200_000, steadyMs: 1_000 };
    const { state, verdicts } = observe(
      guards,
      observation,
      { settings, policy: DEFAULT_POLICY },
      now,
    );
    guards = state;
    told.push(...verdicts);
  }
  return { told, recalled: typeof recall(JSON.parse(JSON.stringify(remember(guards)))) };
}
