import { describeFact, type Fact } from '@harness/notify-core';
import { expect, it } from 'vitest';
import { type IntentLost, lostIntent, type Verdict } from '../src/index.ts';
import { times, writer } from './turns.ts';
import { HOUR_MS, inSeconds, judgeAll, type Moment, START_MS, TICK, UP } from './world.ts';

const main = writer('s');
const tooLong = main.refusal({ class: 'context', rule: 'prompt_too_long' });
const BAD = { kind: 'probed', healthy: false, tail: 'port 9 is closed' } as const;

/** What a daemon adds to a verdict to make it a fact; undefined where there is nothing to tell. */
function factOf(verdict: Verdict): Fact | undefined {
  switch (verdict.kind) {
    case 'looping':
    case 'rotation_stuck':
    case 'unhealthy':
      return verdict;
    case 'wedged':
      return { kind: 'rotated', failedTurns: verdict.failedTurns };
    case 'park':
      return { ...verdict, kind: 'quota_refused' };
    case 'silent':
      return { ...verdict, behind: [{ name: 'git', pid: 7, ageMs: 9000 }] };
    case 'answered':
      return { kind: 'proven_back', closes: ['stalled'] };
    case 'release':
    case 'healthy':
      return undefined;
  }
}

const TOLD: readonly { moments: readonly Moment[]; event: string; says: string }[] = [
  {
    moments: inSeconds(times(8, () => main.step('Bash', {}))),
    event: 'loop_stopped',
    says: 'Bash called 8 times over',
  },
  {
    moments: inSeconds([tooLong, tooLong, TICK]),
    event: 'session_rotated',
    says: '2 recent turns failed',
  },
  {
    moments: inSeconds([{ kind: 'rotated' }, tooLong, tooLong, TICK]),
    event: 'session_rotated',
    says: '2 recent turns failed',
  },
  {
    moments: [[0, main.refusal({ resetMs: START_MS + HOUR_MS })]],
    event: 'parked',
    says: 'usage_window',
  },
  { moments: [[HOUR_MS, TICK]], event: 'stalled', says: 'silent for 1h, stall_timeout is 20m' },
  { moments: inSeconds([BAD, BAD, BAD], HOUR_MS), event: 'health', says: 'port 9 is closed' },
];

it.each(TOLD)('$event says $says', ({ moments, event, says }) => {
  const facts = judgeAll([[0, UP], ...moments]).verdicts.map(factOf);
  const told = facts.flatMap((fact) => (fact === undefined ? [] : [describeFact('w', fact)]));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ event, cause: expect.stringContaining(says) });
});

it('a lost intent is a fact as it stands', () => {
  const lost: IntentLost | undefined = lostIntent({
    startsByConfiguration: true,
    intent: { wanted: false, by: 'guard', why: 'loop guard', atMs: START_MS },
    lossTold: false,
  });
  const fact: Fact | undefined = lost;
  expect(fact && describeFact('w', fact)).toMatchObject({
    event: 'intent_lost',
    cause: 'turned off by guard (2026-11-01T00:00:00Z): loop guard',
  });
});
