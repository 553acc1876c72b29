import { expect, it } from 'vitest';
import { classifyRefusal } from '../src/index.ts';

it('does what the README shows', () => {
  const refusal = classifyRefusal(
    { text: "You've hit your session limit · resets 5:50pm (Europe/Berlin)", status: 429 },
    { atMs: Date.parse('2026-09-23T13:00:00Z'), zone: 'UTC' },
  );
  expect([refusal.class, refusal.rule]).toEqual(['quota', 'usage_window']);
  expect(new Date(refusal.resetMs ?? 0).toISOString()).toBe('2026-09-23T15:50:00.000Z');
});
