/** An agent whose transcripts say all that the guards look for. */
export type GuardedAgent = 'claude-code' | 'codex';

/** How the agent is kept. */
export type Keeping = 'headless' | 'one_shot' | 'resident' | 'worker';

/** What a scenario of the model API must lead to. */
export interface GuardScenario {
  readonly scenario: string;
  /** Absent: each agent does so. */
  readonly only?: GuardedAgent;
  /**
   * `one_shot`: triggered. `resident`: on its terminal, with a first prompt. `headless`: called for one prompt, and kept
   * up. `worker`: a script that calls it for one prompt after the other, whatever comes of them, and is kept up.
   */
  readonly keeping: Keeping;
  /** The alert that must come; absent: none must. */
  readonly event?: string;
  /** What its payload must hold. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Of a one-shot: how its run must end. */
  readonly outcome?: string;
  /** More keys of the harness. */
  readonly keys?: string;
  /** Variables of the scenario. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How often the agent may call again; it is left to give up soon unless it must come through. */
  readonly retries?: number;
}

/** In whole seconds, as a payload has it. */
const RESET_AT = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
// Agents ask for titles and summaries beside their work, and each call takes one of these.
const LOOP = { settings: { LOOPS: '100' }, event: 'loop_stopped', facts: { count: 8 } } as const;
const QUOTA_RESET = {
  settings: { RESET_AT },
  event: 'parked',
  facts: { until: RESET_AT },
} as const;
const STALLED = { keys: 'stall_timeout = "10s"\n', event: 'stalled' } as const;
const TIMED_OUT = {
  keys: 'timeout = "8s"\n',
  event: 'run_failed',
  outcome: 'timed_out',
} as const;
const THROUGH = { retries: 5 } as const;

/** What must hold of each agent. */
export const GUARD_SCENARIOS: readonly GuardScenario[] = [
  { scenario: 'loop', keeping: 'resident', ...LOOP },
  { scenario: 'loop', keeping: 'one_shot', ...LOOP },
  { scenario: 'quota', keeping: 'worker', event: 'parked' },
  { scenario: 'quota', keeping: 'one_shot', event: 'parked', outcome: 'quota_parked' },
  { scenario: 'quota-reset', only: 'claude-code', keeping: 'resident', ...QUOTA_RESET },
  {
    scenario: 'quota-reset',
    only: 'claude-code',
    keeping: 'one_shot',
    ...QUOTA_RESET,
    outcome: 'quota_parked',
  },
  // Codex 0.171 writes nothing down while it waits for the reset, and when it may not wait it does not say when that is.
  { scenario: 'quota-reset', only: 'codex', keeping: 'resident', ...STALLED },
  { scenario: 'quota-reset', only: 'codex', keeping: 'one_shot', ...TIMED_OUT },
  {
    scenario: 'quota-reset',
    only: 'codex',
    keeping: 'one_shot',
    retries: 0,
    event: 'parked',
    outcome: 'quota_parked',
  },
  { scenario: 'auth', keeping: 'headless', event: 'failed' },
  { scenario: 'auth', keeping: 'one_shot', event: 'run_failed', outcome: 'failed' },
  { scenario: 'context', keeping: 'resident' },
  { scenario: 'context', keeping: 'one_shot', event: 'run_failed', outcome: 'failed' },
  { scenario: 'hang', keeping: 'resident', ...STALLED },
  { scenario: 'hang', keeping: 'one_shot', ...TIMED_OUT },
  { scenario: 'work', keeping: 'resident' },
  { scenario: 'work', keeping: 'one_shot', outcome: 'success' },
  { scenario: 'flaky', keeping: 'resident', ...THROUGH },
  { scenario: 'flaky', keeping: 'one_shot', outcome: 'success', ...THROUGH },
];

/** The words that run an agent for one prompt. */
export const ONE_PROMPT: Readonly<Record<GuardedAgent, string>> = {
  'claude-code': 'claude --print --dangerously-skip-permissions -- "Do the task."',
  codex:
    'codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox --model mock -- "Do the task."',
};
