import { expect, it } from 'vitest';
import {
  DEFAULT_POLICY,
  NEW_GUARDS,
  type Observation,
  observe,
  type Verdict,
} from '../src/index.ts';

it('the example of the README says what happens', () => {
  const settings = {
    kind: 'resident',
    loopLimit: 3,
    rotates: false,
    quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000 },
  } as const;
  const context = { settings, policy: DEFAULT_POLICY };
  const call = {
    kind: 'call',
    session: 's1',
    id: 'c1',
    tool: 'Bash',
    digest: 'make test',
  } as const;
  const observations: readonly Observation[] = [{ kind: 'run_started' }, call, call, call];

  let guards = NEW_GUARDS;
  const printed: (readonly Verdict[])[] = [];
  for (const observation of observations) {
    const now = { unixMs: 1_793_491_200_000, steadyMs: 1_000 };
    const { state, verdicts } = observe(guards, observation, context, now);
    guards = state;
    printed.push(verdicts);
  }
  expect(printed).toEqual([[], [], [], [{ kind: 'looping', tool: 'Bash', count: 3 }]]);
});
