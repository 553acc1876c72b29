import { expect, it } from 'vitest';
import { outcomeOf, resultWords } from '../src/outcome.ts';
import { delivery, heldBack, waiting } from './entries.ts';

it.each([
  [delivery(1, 0), 'told', 'ok'],
  [delivery(1, 0, { result: 'error', detail: 'exited with 7' }), 'failed', 'error: exited with 7'],
  [
    delivery(1, 0, { result: 'timeout', detail: 'timed out after 15s' }),
    'failed',
    'timeout: timed out after 15s',
  ],
  [
    delivery(1, 0, { result: 'dropped', detail: 'the queue was full' }),
    'dropped',
    'dropped: the queue was full',
  ],
  [waiting(1, 0), 'pending', 'waits for a worker'],
  [{ ...waiting(1, 0), startedAt: '2026-09-25T20:15:16Z' }, 'pending', 'the hook runs'],
  [heldBack(1, 0), 'held', 'inside the cooldown, 3 times'],
  [heldBack(1, 0, { result: 'unwanted', count: 1 }), 'held', 'not in events'],
] as const)('%o is %s', (entry, outcome, words) => {
  expect([outcomeOf(entry), resultWords(entry)]).toEqual([outcome, words]);
});
