import { describe, expect, it } from 'vitest';
import { describeOutcome, type OutcomeDetail, resultOf } from '../src/index.ts';

describe('an outcome', () => {
  it.each<{ detail: OutcomeDetail; result: string; text: string }>([
    { detail: { kind: 'exited', code: 0 }, result: 'ok', text: 'exited with 0' },
    { detail: { kind: 'exited', code: 7 }, result: 'error', text: 'exited with 7' },
    {
      detail: { kind: 'signalled', signal: 'SIGTERM' },
      result: 'error',
      text: 'killed by SIGTERM',
    },
    {
      detail: { kind: 'timed_out', timeoutMs: 15_000 },
      result: 'timeout',
      text: 'timed out after 15s',
    },
    {
      detail: { kind: 'not_started', code: 'ENOENT', reason: 'no such file' },
      result: 'error',
      text: 'could not start: no such file (ENOENT)',
    },
    {
      detail: { kind: 'cancelled', reason: 'daemon stopped during delivery' },
      result: 'error',
      text: 'cancelled: daemon stopped during delivery',
    },
    {
      detail: { kind: 'dropped', reason: 'queue full' },
      result: 'dropped',
      text: 'dropped: queue full',
    },
  ])('that $text is $result', ({ detail, result, text }) => {
    expect(resultOf(detail)).toBe(result);
    expect(describeOutcome({ detail })).toBe(text);
  });
});
