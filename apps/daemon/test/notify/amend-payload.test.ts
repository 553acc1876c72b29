import { compose, cutText, describeFact, MESSAGE_LIMIT, type Payload } from '@harness/notify-core';
import { describe, expect, it } from 'vitest';
import { amendPayload } from '../../src/notify/amend-payload.ts';

const payload = (lastLine: string): Payload =>
  compose(
    describeFact('a', {
      kind: 'gave_up',
      exit: { kind: 'exited', code: 1 },
      restarts: 6,
      longestRunMs: 1,
      lastLine,
    }),
    { host: 'kitt', harness: 'a', timeMs: 0, id: 'x' },
    (text) => text,
  );

const none = { replayed: false, delayedMs: 0 };

describe('a payload on its way out', () => {
  it('is unchanged when it is news', () => {
    expect(amendPayload(payload('x'), none)).toEqual(payload('x'));
  });

  it.each([
    { delayedMs: 60_999, delayed_s: undefined },
    { delayedMs: 61_000, delayed_s: 61 },
    { delayedMs: 90_500, delayed_s: 90 },
    { delayedMs: -5_000_000, delayed_s: undefined },
  ])('after $delayedMs ms says delayed_s: $delayed_s', ({ delayedMs, delayed_s }) => {
    const amended = amendPayload(payload('x'), { ...none, delayedMs });
    expect(amended.delayed_s).toBe(delayed_s);
    expect('delayed_s' in amended).toBe(delayed_s !== undefined);
  });

  it('says that an earlier daemon recorded it', () => {
    expect(amendPayload(payload('x'), { ...none, replayed: true }).replayed).toBe(true);
    expect('replayed' in amendPayload(payload('x'), none)).toBe(false);
  });

  it('says at its end what has changed', () => {
    const { message } = payload('x');
    const amended = amendPayload(payload('x'), { ...none, past: 'this is past' });
    expect(amended.message).toBe(`${message} (this is past)`);
  });

  it('keeps the limits and the command that helps, however long the cause is', () => {
    // A family of three is one character of a reader and 18 bytes.
    const { message } = payload('\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(500));
    const past = 'this is past: it is running now';
    const amended = amendPayload({ ...payload('x'), message }, { ...none, past });
    expect(cutText(amended.message, MESSAGE_LIMIT)).toBe(amended.message);
    expect(amended.message).toMatch(/ — restart with `harness restart a`.* \(this is past: .*\)$/);
  });
});
