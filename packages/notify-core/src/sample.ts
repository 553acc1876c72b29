import type { NotifiedEvent } from './events.ts';
import type { Fact } from './fact.ts';

const LOGIN = 'Error: You must be logged in to use Remote Control.';

// Samples have no clock to ask: 2026-09-25T20:15:16Z.
const MOMENT_MS = 1_790_367_316_000;

const SAMPLES: Readonly<Record<NotifiedEvent, Fact>> = {
  failed: {
    kind: 'gave_up',
    exit: { kind: 'exited', code: 1 },
    restarts: 6,
    longestRunMs: 1200,
    lastLine: LOGIN,
  },
  flapping: {
    kind: 'escalated',
    exit: { kind: 'exited', code: 1 },
    restarts: 3,
    lastLine: LOGIN,
  },
  loop_stopped: { kind: 'looping', tool: 'Bash', count: 8 },
  session_rotated: {
    kind: 'rotated',
    failedTurns: 3,
    archivedAs: 'crush.db.2026-09-25T20-15-16Z',
  },
  intent_lost: {
    kind: 'intent_lost',
    by: 'the loop guard',
    why: 'Bash called 8 times over',
    sinceMs: MOMENT_MS,
  },
  parked: { kind: 'quota_refused', rule: 'usage_window', untilMs: MOMENT_MS + 3_600_000 },
  stalled: {
    kind: 'silent',
    silentMs: 912_000,
    timeoutMs: 900_000,
    action: 'restarted',
    restarts: 1,
    behind: [
      { name: 'sleep', pid: 4242, ageMs: 840_000 },
      { name: 'bash', pid: 4240, ageMs: 845_000 },
    ],
  },
  health: {
    kind: 'unhealthy',
    failures: 3,
    tail: 'connect to 127.0.0.1 port 8080: Connection refused',
    action: 'notify',
  },
  recovered: { kind: 'proven_back', closes: ['failed'] },
  run_failed: {
    kind: 'run_ended',
    runId: 12,
    outcome: 'failed',
    exit: { kind: 'exited', code: 4 },
    lastLine: 'no work to do',
    streak: 1,
  },
  test: { kind: 'tested' },
};

/** A realistic fact of an event, for hook authors who want to see what arrives. */
export function sampleFact(event: NotifiedEvent): Fact {
  return SAMPLES[event];
}
