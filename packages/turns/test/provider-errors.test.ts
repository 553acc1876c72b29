import { describe, expect, it } from 'vitest';
import { classifyRefusal } from '../src/index.ts';
import { expectedReset, type ProviderError, providerErrors } from './provider-errors.ts';

const ERRORS = providerErrors();
const LOCAL = 'Europe/Berlin';
const DAY_MS = 86_400_000;

describe.each(ERRORS)('$id', (error) => {
  it(`is ${error.class}, by the rule ${error.kind}`, () => {
    const { class: refusalClass, rule } = classify(error, Date.parse('2026-05-04T19:00:00Z'));
    expect({ class: refusalClass, rule }).toEqual({ class: error.class, rule: error.kind });
  });

  it(`resets at: ${error.resets_at}`, () => {
    // A record from shortly before the reset, so that no text is too early or too late for it.
    const atMs = recordTime(error);
    const expected = expectedReset(error.resets_at, atMs, LOCAL);
    const { resetMs, held } = classify(error, atMs);
    expect(held).toBeUndefined();
    expect(resetMs).toBe(expected === undefined ? undefined : Math.round(expected));
  });
});

it('takes no other refusal for a quota', () => {
  const wrong = ERRORS.filter((each) => each.class !== 'quota').filter(
    (each) => classify(each, 0).class === 'quota',
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

function recordTime({ resets_at: stated }: ProviderError): number {
  const someDay = Date.parse('2026-05-04T19:00:00Z');
  if (/^(?:none|relative|clock)/.test(stated)) {
    return someDay;
  }
  return (expectedReset(stated, someDay, LOCAL) ?? someDay) - DAY_MS;
}

function classify({ text }: ProviderError, atMs: number) {
  return classifyRefusal({ text }, { atMs, zone: LOCAL });
}
