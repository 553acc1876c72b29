import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyRefusal, REFUSAL_CLASSES, REFUSAL_RULES } from '../src/index.ts';

const CONTEXT = { atMs: 1_790_000_000_000, zone: 'UTC' };

it.each([
  [
    'quota words win over a status for authentication',
    { text: 'usage limit reached', status: 403 },
    'quota',
  ],
  [
    'quota words win over a broken stream',
    { text: 'stream error: Rate limit is exceeded' },
    'quota',
  ],
  [
    'quota words win over a bad request',
    { text: 'Your credit balance is too low', status: 400 },
    'quota',
  ],
  ['a status decides where no word does', { text: 'HTTP 429', status: 429 }, 'quota'],
  ['an overloaded provider is no quota', { text: 'Rate limited', status: 529 }, 'other'],
  [
    'overload words win over a quota status',
    { text: 'The engine is overloaded', status: 429 },
    'other',
  ],
  [
    'a too long prompt is no quota',
    { text: 'Request too large, tokens per min', status: 429 },
    'context',
  ],
  ["the record's own code counts as words", { text: 'No.', code: 'usage_limit_exceeded' }, 'quota'],
  ['a full disk is no quota', { text: 'write failed: disk quota exceeded' }, 'other'],
  ['a number that is no status is no quota', { text: 'cannot read line 429 of the file' }, 'other'],
  ['reached turns are no quota', { text: 'max turns limit reached' }, 'other'],
  ['nothing says nothing', { text: '' }, 'other'],
])('%s', (_what, material, refusalClass) => {
  expect(classifyRefusal(material, CONTEXT).class).toBe(refusalClass);
});

it('names a rule, and keeps the words apart', () => {
  const refusal = classifyRefusal({ text: 'Insufficient Balance', status: 402 }, CONTEXT);
  expect(refusal).toEqual({
    class: 'quota',
    rule: 'credits',
    text: 'Insufficient Balance',
    status: 402,
  });
});

it('bounds the words that it keeps', () => {
  expect(classifyRefusal({ text: 'x'.repeat(100_000) }, CONTEXT).text).toHaveLength(4_096);
});

it('classifies anything, promptly, and holds every reset between now and eight days', () => {
  const word = fc.constantFrom(
    'resets',
    'at',
    'in',
    'try again',
    '3',
    ':',
    '00',
    'am',
    'pm',
    '(Europe/Rome)',
    'days',
    'hours',
    '429',
    '|',
    '1798750800',
    'Jun',
    '2026-13-45T99:99:99Z',
    ' ',
    '\n',
    'retry-after:',
    '9999999999999',
    '(Mars/Base)',
    'UTC',
    'usage limit',
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 12 }).map((each) => each.join(' ')),
    fc.string(),
  );
  fc.assert(
    fc.property(text, fc.option(fc.double(), { nil: undefined }), (said, resetMs) => {
      const material = resetMs === undefined ? { text: said } : { text: said, resetMs };
      const refusal = classifyRefusal(material, CONTEXT);
      expect(REFUSAL_CLASSES).toContain(refusal.class);
      expect(REFUSAL_RULES).toContain(refusal.rule);
      const aheadMs = (refusal.resetMs ?? CONTEXT.atMs + 1) - CONTEXT.atMs;
      expect(aheadMs).toBeGreaterThan(0);
      expect(aheadMs).toBeLessThanOrEqual(8 * 86_400_000);
    }),
    { numRuns: 2_000 },
  );
});

it.each([' ', '1 ', '1d ', 'retry ', '429 ', 'resets at ', '{"', 'a.b '])(
  'takes no longer for a text that repeats %j',
  (part) => {
    const startMs = performance.now();
    classifyRefusal({ text: part.repeat(20_000) }, CONTEXT);
    expect(performance.now() - startMs).toBeLessThan(500);
  },
);
