import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { NOTIFIED_EVENTS, payloadJson, sampleFact } from '../src/index.ts';
import { notice } from './notice.ts';

const schema = JSON.parse(readFileSync(new URL('../payload.schema.json', import.meta.url), 'utf8'));
const valid = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
const sample = notice('w', sampleFact('failed'));
const { id, severity, ...manual } = sample;

describe('payload.schema.json', () => {
  it.each(NOTIFIED_EVENTS)('accepts a full %s', (event) => {
    const stamp = { seq: 1, store: 's', episode: 'e', resolves: ['a', 'b'], suppressed: 3 };
    const payload = notice('w', sampleFact(event), { ...stamp, replayed: true, delayedS: 90 });
    expect(valid(JSON.parse(payloadJson(payload))), JSON.stringify(valid.errors)).toBe(true);
    expect(valid(JSON.parse(payloadJson(notice('w', sampleFact(event)))))).toBe(true);
  });

  it('accepts the manual’s example and keys to come', () => {
    expect(valid(manual)).toBe(true);
    expect(valid({ ...sample, colour: 'red' })).toBe(true);
  });

  it.each([
    { what: 'a null', payload: { ...sample, cause: null } },
    { what: 'an empty text', payload: { ...sample, cause: '' } },
    { what: 'an unknown event', payload: { ...sample, event: 'exploded' } },
    { what: 'another version', payload: { ...sample, version: 2 } },
    { what: 'a missing message', payload: { ...sample, message: undefined } },
    { what: 'a time with milliseconds', payload: { ...sample, time: '2026-09-25T20:15:16.000Z' } },
    { what: 'a fraction of a count', payload: { ...sample, restarts: 1.5 } },
    { what: 'nothing suppressed', payload: { ...sample, suppressed: 0 } },
    { what: 'a replay that was none', payload: { ...sample, replayed: false } },
  ])('refuses $what', ({ payload }) => {
    expect(valid(JSON.parse(JSON.stringify(payload)))).toBe(false);
  });

  it('is found under the package’s name', () => {
    const url = import.meta.resolve('@harness/notify-core/payload.schema.json');
    expect(JSON.parse(readFileSync(new URL(url), 'utf8'))).toEqual(schema);
  });
});
