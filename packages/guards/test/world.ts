import {
  type Context,
  DEFAULT_POLICY,
  type Guards,
  type Instant,
  NEW_GUARDS,
  type Observation,
  observe,
  type Settings,
  type Step,
  type Verdict,
} from '../src/index.ts';

/** 2026-11-01T00:00:00Z */
export const START_MS = 1_793_491_200_000;

const SETTINGS: Settings = {
  kind: 'resident',
  loopLimit: 8,
  rotates: true,
  quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000 },
  stall: { timeoutMs: 1_200_000, action: 'notify', when: 'always' },
  health: { failures: 3, action: 'notify', startPeriodMs: 30_000 },
};

export function contextOf(settings: Partial<Settings> = {}): Context {
  return { settings: { ...SETTINGS, ...settings }, policy: DEFAULT_POLICY };
}

export function instant(afterMs: number): Instant {
  return { unixMs: START_MS + afterMs, steadyMs: afterMs };
}

/** Something observed, `atMs` after the beginning. */
export type Moment = readonly [atMs: number, observation: Observation];

/** Shows the observations to one guard in turn, and gives all its verdicts. */
export function judge<State>(
  observeOne: (state: State, observation: Observation, nowMs: number) => Step<State>,
  state: State,
  moments: readonly Moment[],
): Step<State> {
  let now = state;
  const verdicts: Verdict[] = [];
  for (const [atMs, observation] of moments) {
    const step = observeOne(now, observation, atMs);
    now = step.state;
    verdicts.push(...step.verdicts);
  }
  return { state: now, verdicts };
}

/** The same for all guards together. */
export function judgeAll(
  moments: readonly Moment[],
  settings: Partial<Settings> = {},
  guards: Guards = NEW_GUARDS,
): Step<Guards> {
  const context = contextOf(settings);
  return judge(
    (state, observation, atMs) => observe(state, observation, context, instant(atMs)),
    guards,
    moments,
  );
}

/** Observations that come one second apart. */
export function inSeconds(observations: readonly Observation[], fromMs = 0): Moment[] {
  return observations.map((observation, index) => [fromMs + index * 1000, observation]);
}

export const UP: Observation = { kind: 'run_started' };
export const TICK: Observation = { kind: 'tick' };
export const DOWN: Observation = { kind: 'run_ended', failed: false };
export const CRASHED: Observation = { kind: 'run_ended', failed: true };
export const SLEPT: Observation = { kind: 'slept' };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
