import { NEW_GUARDS, recall } from '@harness/guards';
import { expect, it } from 'vitest';
import { type Duties, recallRecord, recordOf } from '../../src/guards/guard-record.ts';

const GUARDS = recall({
  version: 1,
  park: { rule: 'usage_window', sinceMs: 1, untilMs: 5, longestMs: 4 },
  parks: 2,
  stall: { restarts: 3, told: true, anew: false },
  health: { told: true, anew: false },
});
const DUTIES: Duties = {
  parkUntold: true,
  rotation: { step: 'archiving', store: '/s', archive: '/a', failedTurns: 2 },
  stuck: { step: 'archiving its store', failedTurns: 2, detail: 'EACCES' },
};

it('gives back through JSON what was kept', () => {
  const kept: unknown = JSON.parse(JSON.stringify(recordOf(GUARDS, DUTIES)));
  expect(recallRecord(kept)).toEqual({ guards: GUARDS, duties: DUTIES, damaged: false });
});

it.each([undefined, null, 7, 'x', {}, { version: 2 }])('forgets %o', (kept) => {
  expect(recallRecord(kept)).toEqual({ guards: NEW_GUARDS, duties: {}, damaged: false });
});

it('says so when there was a rotation that it cannot read', () => {
  const kept = { ...recordOf(GUARDS, {}), rotation: { step: 'dancing', store: '/s' } };
  expect(recallRecord(kept)).toEqual({ guards: GUARDS, duties: {}, damaged: true });
});
