import { describe, expect, it } from 'vitest';
import { DEFAULT_EVENTS, EVENTS, NOTIFIED_EVENTS } from '../src/index.ts';

describe('events', () => {
  it('are all on by default but run_failed', () => {
    expect(DEFAULT_EVENTS).toEqual([
      ...['failed', 'flapping', 'loop_stopped', 'session_rotated', 'intent_lost', 'parked'],
      ...['stalled', 'health', 'recovered'],
    ]);
    expect(EVENTS).toEqual([...DEFAULT_EVENTS, 'run_failed']);
  });

  it('include test only among those that a hook receives', () => {
    expect(NOTIFIED_EVENTS).toEqual([...EVENTS, 'test']);
  });
});
