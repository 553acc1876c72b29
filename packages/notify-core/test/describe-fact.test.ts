import { describe, expect, it } from 'vitest';
import {
  describeFact,
  eventOf,
  type Fact,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
  sampleFact,
} from '../src/index.ts';
import { messageOf } from './notice.ts';

const exited = { kind: 'exited', code: 1 } as const;
const gaveUp = { kind: 'gave_up', exit: exited, restarts: 6, longestRunMs: 900 } as const;
const silent = {
  kind: 'silent',
  silentMs: 125_000,
  timeoutMs: 120_000,
  action: 'left_running',
  behind: [],
} as const;
const runEnded = { kind: 'run_ended', runId: 12, outcome: 'failed', streak: 1 } as const;

describe('the table from facts to events', () => {
  it.each<{ fact: Fact; event: NotifiedEvent; severity: string; state: string | undefined }>([
    { fact: gaveUp, event: 'failed', severity: 'urgent', state: 'failed' },
    {
      fact: { kind: 'escalated', exit: exited, restarts: 3 },
      event: 'flapping',
      severity: 'notice',
      state: 'degraded',
    },
    {
      fact: { kind: 'looping', tool: 'Bash', count: 8 },
      event: 'loop_stopped',
      severity: 'urgent',
      state: 'stopped',
    },
    {
      fact: { kind: 'rotated', failedTurns: 3 },
      event: 'session_rotated',
      severity: 'notice',
      state: 'running',
    },
    {
      fact: { kind: 'rotation_stuck', failedTurns: 3, step: 'archive' },
      event: 'session_rotated',
      severity: 'urgent',
      state: 'stopped',
    },
    {
      fact: { kind: 'intent_lost', by: 'guard', why: 'loop' },
      event: 'intent_lost',
      severity: 'urgent',
      state: 'stopped',
    },
    {
      fact: { kind: 'quota_refused', rule: 'usage_window' },
      event: 'parked',
      severity: 'notice',
      state: 'stopped',
    },
    { fact: silent, event: 'stalled', severity: 'notice', state: 'running' },
    {
      fact: { kind: 'unhealthy', failures: 3, action: 'notify' },
      event: 'health',
      severity: 'notice',
      state: 'running',
    },
    {
      fact: { kind: 'proven_back', closes: ['failed'] },
      event: 'recovered',
      severity: 'info',
      state: 'running',
    },
    { fact: runEnded, event: 'run_failed', severity: 'notice', state: 'failed' },
    {
      fact: { ...runEnded, outcome: 'timed_out' },
      event: 'run_failed',
      severity: 'notice',
      state: 'timed_out',
    },
    { fact: { kind: 'tested' }, event: 'test', severity: 'info', state: undefined },
  ])('makes $fact.kind a $event that is $severity and $state', ({ fact, ...expected }) => {
    const { event, severity, state } = describeFact('w', fact);
    expect({ event, severity, state }).toEqual(expected);
    expect(eventOf(fact)).toBe(expected.event);
  });

  it.each([
    { event: 'failed', hint: 'harness logs w' },
    { event: 'flapping', hint: 'harness logs w' },
    { event: 'loop_stopped', hint: 'harness start w' },
    { event: 'session_rotated', hint: 'harness logs w' },
    { event: 'intent_lost', hint: 'harness start w' },
    { event: 'parked', hint: 'harness start w' },
    { event: 'stalled', hint: 'harness describe w' },
    { event: 'health', hint: 'harness describe w' },
    { event: 'recovered', hint: 'harness describe w' },
    { event: 'run_failed', hint: 'harness logs w --run 12' },
    { event: 'test', hint: 'harness doctor' },
  ] as const)('hints $hint for $event and says so in the message', ({ event, hint }) => {
    const description = describeFact('w', sampleFact(event));
    expect(description.hint).toBe(hint);
    expect(description.message.tail).toContain(`\`${hint}\``);
  });

  it('has a sample fact of every event', () => {
    expect(NOTIFIED_EVENTS.map((event) => eventOf(sampleFact(event)))).toEqual(NOTIFIED_EVENTS);
  });
});

describe('words for exits', () => {
  it.each<{ fact: Fact; message: string; cause?: string; exit_code?: number }>([
    {
      fact: { ...gaveUp, restarts: 1, lastLine: 'bye' },
      message:
        'w failed: gave up after 1 failure (last exit 1): "bye" — restart with `harness restart w`; see `harness logs w`',
      cause: 'bye',
      exit_code: 1,
    },
    {
      fact: gaveUp,
      message:
        'w failed: gave up after 6 consecutive failures (last exit 1) — restart with `harness restart w`; see `harness logs w`',
      exit_code: 1,
    },
    {
      fact: { ...gaveUp, exit: { kind: 'signalled', signal: 'SIGSEGV' }, lastLine: 'dying' },
      message:
        'w failed: gave up after 6 consecutive failures (killed by SIGSEGV): "dying" — restart with `harness restart w`; see `harness logs w`',
      cause: 'dying',
    },
    {
      fact: { ...gaveUp, exit: { kind: 'not_started', reason: 'no such file' }, lastLine: 'old' },
      message:
        'w failed: gave up after 6 consecutive failures: "could not start: no such file" — restart with `harness restart w`; see `harness logs w`',
      cause: 'could not start: no such file',
    },
    {
      fact: { kind: 'escalated', exit: exited, restarts: 3, lastLine: 'bye' },
      message:
        'w is flapping: 3 consecutive failures (last exit 1), restarts are slowed down: "bye" — see `harness logs w`',
      cause: 'bye',
      exit_code: 1,
    },
    {
      fact: {
        kind: 'escalated',
        exit: { kind: 'exited', code: 0 },
        restarts: 6,
        withinHour: true,
      },
      message:
        'w is flapping: exited 6 times within an hour (last exit 0), restarts are slowed down — see `harness logs w`',
      exit_code: 0,
    },
    {
      fact: { ...runEnded, exit: { kind: 'exited', code: 4 }, lastLine: 'no work', streak: 3 },
      message: 'w run 12 failed (exit 4), 3 in a row: "no work" — see `harness logs w --run 12`',
      cause: 'no work',
      exit_code: 4,
    },
    {
      fact: { ...runEnded, outcome: 'timed_out', timeoutMs: 3_600_000, lastLine: 'working' },
      message: 'w run 12 timed out after 1h: "working" — see `harness logs w --run 12`',
      cause: 'working',
    },
    {
      fact: { ...runEnded, exit: { kind: 'not_started', reason: 'no such file' } },
      message: 'w run 12 failed: "could not start: no such file" — see `harness logs w --run 12`',
      cause: 'could not start: no such file',
    },
  ])('reads: $message', ({ fact, message, cause, exit_code }) => {
    expect(messageOf('w', fact)).toBe(message);
    const description = describeFact('w', fact);
    expect([description.cause, description.exit_code]).toEqual([cause, exit_code]);
  });
});

describe('words for guards', () => {
  it('names tool and count of a loop', () => {
    const description = describeFact('w', { kind: 'looping', tool: 'Bash', count: 8 });
    expect(description).toMatchObject({
      tool: 'Bash',
      count: 8,
      cause: 'Bash called 8 times over',
    });
  });

  it('parks with the rule as the cause and the reset in UTC', () => {
    const fact = {
      kind: 'quota_refused',
      rule: 'usage_window',
      untilMs: 1_790_370_916_000,
    } as const;
    expect(describeFact('w', fact)).toMatchObject({
      cause: 'usage_window',
      until: '2026-09-25T21:15:16Z',
    });
    expect(messageOf('w', fact)).toContain('parked until 2026-09-25T21:15:16Z');
    expect(messageOf('w', { ...fact, group: 'team' })).toContain('quota group team');
  });

  it.each([
    { action: 'left_running', said: 'left running', restarts: undefined },
    { action: 'restarted', said: 'restarted', restarts: 2 },
    { action: 'left_alone', said: 'left alone after five stalls in a row', restarts: undefined },
  ] as const)('says of a stall that it was $said', ({ action, said, restarts }) => {
    const fact = { ...silent, action, restarts: 2 };
    expect(messageOf('w', fact)).toContain(said);
    expect(describeFact('w', fact).restarts).toBe(restarts);
    expect(describeFact('w', fact).cause).toBe('silent for 2m 5s, stall_timeout is 2m');
  });

  it('names the processes behind a stall, the youngest first, and what it retries after', () => {
    const behind = [
      { name: 'bash', pid: 11, ageMs: 65_000 },
      { name: 'sleep', pid: 12, ageMs: 61_000 },
    ];
    const message = messageOf('w', { ...silent, behind, refusedWith: '529 overloaded' });
    expect(message).toContain('stuck behind sleep (pid 12, 1m 1s), bash (pid 11, 1m 5s)');
    expect(message).toContain('retrying after "529 overloaded"');
  });

  it('counts the processes that it does not name', () => {
    const behind = Array.from({ length: 40 }, (_, pid) => ({ name: 'node', pid, ageMs: 1000 }));
    expect(messageOf('w', { ...silent, behind })).toContain(', 35 more');
  });

  it('says what a failed probe led to', () => {
    const fact = {
      kind: 'unhealthy',
      failures: 3,
      tail: 'port closed',
      action: 'restart',
    } as const;
    expect(messageOf('w', fact)).toContain('3 times in a row, it was restarted: "port closed"');
    expect(messageOf('w', { ...fact, action: 'notify' })).toContain('nothing was touched');
  });

  it('says which step of a rotation failed', () => {
    const fact = {
      kind: 'rotation_stuck',
      failedTurns: 1,
      step: 'archive',
      detail: 'EACCES',
    } as const;
    expect(messageOf('w', fact)).toContain('could not be rotated (archive: EACCES)');
    expect(describeFact('w', fact).cause).toBe('1 recent turn failed at the context limit');
  });

  it('says who turned a harness off, when and why', () => {
    const fact = { kind: 'intent_lost', by: 'guard', why: 'loop', sinceMs: 0 } as const;
    expect(describeFact('w', fact).cause).toBe('turned off by guard (1970-01-01T00:00:00Z): loop');
    expect(describeFact('w', { kind: 'intent_lost', by: '', why: '' }).cause).toBe(
      'turned off, by whom is not recorded',
    );
  });

  it('lists what a recovery closes', () => {
    const fact = { kind: 'proven_back', closes: ['failed', 'stalled'] } as const;
    expect(describeFact('w', fact).cause).toBe('failed, stalled');
  });

  it('begins every message about a harness with its name', () => {
    for (const event of NOTIFIED_EVENTS.filter((name) => name !== 'test')) {
      expect(messageOf('web', sampleFact(event))).toMatch(/^web /);
    }
  });
});
