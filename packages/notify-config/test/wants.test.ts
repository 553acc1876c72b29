import { DEFAULT_EVENTS, EVENTS } from '@harness/notify-core';
import { expect, it } from 'vitest';
import { wants } from '../src/index.ts';

it('wants what is listed, and a test always', () => {
  expect(wants({ events: ['failed'] }, 'failed')).toBe(true);
  expect(wants({ events: ['failed'] }, 'recovered')).toBe(false);
  expect(wants({ events: [] }, 'test')).toBe(true);
});

it('wants by default everything but failed runs', () => {
  expect(EVENTS.filter((event) => !wants({ events: DEFAULT_EVENTS }, event))).toEqual([
    'run_failed',
  ]);
});
