import { describe, expect, it } from 'vitest';
import { type BootRecord, lostIntent, type StoredIntent } from '../src/index.ts';

const GUARDS: StoredIntent = { wanted: false, by: 'guard', why: 'loop guard', atMs: 1000 };
const STOPPED: BootRecord = {
  startsByConfiguration: true,
  intent: GUARDS,
  telling: 'error',
  lossTold: false,
};
const CUT_OFF = { why: 'rotation was cut off after the rename', atMs: 2000 };
const { intent: _intent, ...NO_INTENT } = STOPPED;
const { telling: _telling, ...NO_TELLING } = STOPPED;
const LOST = { kind: 'intent_lost', by: 'guard', why: 'loop guard', sinceMs: 1000 };

describe('an intent is lost', () => {
  it.each(['error', 'timeout', 'dropped', 'suppressed', 'unwanted'] as const)(
    'when the delivery of a guard’s stop ended %s',
    (telling) => {
      expect(lostIntent({ ...STOPPED, telling })).toEqual(LOST);
    },
  );

  it('when a guard’s stop was not even recorded as told', () => {
    expect(lostIntent(NO_TELLING)).toEqual(LOST);
  });

  it.each(['', 'somebody'])('when the record says it was %j', (by) => {
    expect(lostIntent({ ...STOPPED, intent: { ...GUARDS, by }, telling: 'ok' })).toEqual({
      ...LOST,
      by: '',
    });
  });

  it('when a guard’s restart was cut off and cannot be resumed', () => {
    const intent = { ...GUARDS, wanted: true, by: 'operator' };
    expect(lostIntent({ ...STOPPED, intent, cutOff: CUT_OFF })).toEqual({
      kind: 'intent_lost',
      by: 'guard',
      why: CUT_OFF.why,
      sinceMs: 2000,
    });
  });
});

describe('an intent is not lost', () => {
  it.each<{ name: string; record: BootRecord }>([
    {
      name: 'configuration does not start the harness',
      record: { ...STOPPED, startsByConfiguration: false },
    },
    { name: 'the store was begun anew', record: NO_INTENT },
    { name: 'the stop was told', record: { ...STOPPED, telling: 'ok' } },
    { name: 'the telling is still pending', record: { ...STOPPED, telling: 'pending' } },
    { name: 'it was told before', record: { ...STOPPED, lossTold: true } },
    { name: 'the harness is wanted', record: { ...STOPPED, intent: { ...GUARDS, wanted: true } } },
    {
      name: 'an operator stopped it',
      record: { ...STOPPED, intent: { ...GUARDS, by: 'operator' } },
    },
    {
      name: 'an operator stopped it while a guard restarted it',
      record: { ...STOPPED, intent: { ...GUARDS, by: 'operator' }, cutOff: CUT_OFF },
    },
    {
      name: 'configuration turned it off',
      record: { ...STOPPED, intent: { ...GUARDS, by: 'config' } },
    },
  ])('when $name', ({ record }) => {
    expect(lostIntent(record)).toBeUndefined();
  });
});
