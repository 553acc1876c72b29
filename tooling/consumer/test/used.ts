/** What each use of `outside/uses.ts` gives where the package keeps its main promise. */
export const USED: Readonly<Record<string, unknown>> = {
  'agent-trace': { calls: ['Bash'], files: 1 },
  'config-text': {
    problems: [
      'app.toml:1:8: wait = "15": must be a duration such as "15s" (units ns, us, ms, s, m, h); it has no unit',
    ],
    reading: 'duration',
  },
  guards: { told: [{ kind: 'looping', tool: 'Bash', count: 3 }], recalled: 'object' },
  'harness-config': {
    programs: [['claude']],
    problems: [
      'harness.toml:5:1: unknown key "enabeld" in [harness.reviewer]; did you mean "enabled"?',
    ],
    schema: true,
  },
  'hook-runner': {
    detail: { kind: 'exited', code: 7 },
    tail: 'no network for {"version":1}\n',
    late: 'timed_out',
    findings: ['missing'],
  },
  'notify-config': { wants: [true, false], refused: [[2, 12]] },
  'notify-core': {
    decisions: ['deliver', 'suppressed'],
    message:
      'worker failed: gave up after 6 consecutive failures (last exit 1): "Error: You must be [REDACTED]." — restart with `harness restart worker`; see `harness logs worker`',
    severity: 'urgent',
    line: 1,
    variable: 'failed',
    required: true,
  },
  // Eleven events times five results, less the one that was counted.
  'notify-metrics': { told: 1, atZero: 54, own: true },
  'posix-spawn': { exit: { code: 7, signal: null }, absent: true },
  protocol: { harnesses: [['worker', 'running']], down: true },
  redact: {
    text: 'fetch https://bob:[REDACTED]@git.example/x failed',
    value: { dbPassword: '[REDACTED]', max_tokens: 4096 },
    spans: [{ ruleId: 'assignment', start: 12, end: 27 }],
    held: 0,
    given: 'it was [REDACTED:known-value]\n',
    labelled: 'DB_PASSWORD=[REDACTED:assignment]',
  },
  supervision: {
    state: 'failed',
    starts: 6,
    facts: ['escalated', 'escalated', 'escalated', 'gave_up'],
    remembered: true,
  },
  turns: ['quota', 'usage_window', '2026-09-23T15:50:00.000Z'],
};
