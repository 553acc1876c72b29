import { expect, it } from 'vitest';
import { redactValue } from '../src/index.ts';
import { random } from './samples.ts';

const token = `ghp_${random(36, 2)}`;

it('masks strings by their text and by their name, and keeps all else', () => {
  const date = new Date(0);
  const bytes = new Uint8Array([1, 2]);
  expect(
    redactValue({
      note: `use ${token}`,
      dbPassword: 'hunterhunter',
      max_tokens: 4096,
      'x-api-key': ['abcdef12'],
      ok: true,
      date,
      bytes,
      next_token: null,
    }),
  ).toEqual({
    note: 'use [REDACTED]',
    dbPassword: '[REDACTED]',
    max_tokens: 4096,
    'x-api-key': ['[REDACTED]'],
    ok: true,
    date,
    bytes,
    next_token: null,
  });
});

it('copies only along the changed path', () => {
  const same = { deep: { list: [1, 'two'] } };
  const value = { same, other: [token] };
  const out = redactValue(value);
  expect(out.same).toBe(same);
  expect(out).not.toBe(value);
  expect(value.other).toEqual([token]);
  expect(redactValue(same)).toBe(same);
});

it('keeps cycles, maps, sets, errors and prototypes', () => {
  class Account {
    token = token;
  }
  const cycle: Record<string, unknown> = {
    list: new Set([token]),
    map: new Map([['password', 'abc12345']]),
    account: new Account(),
  };
  cycle['self'] = cycle;
  const out = redactValue(cycle);
  expect(out['self']).toBe(out);
  expect(out['list']).toEqual(new Set(['[REDACTED]']));
  expect(out['map']).toEqual(new Map([['password', '[REDACTED]']]));
  expect(out['account']).toBeInstanceOf(Account);
  const error = redactValue(new TypeError(`failed with ${token}`, { cause: { token } }));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe('failed with [REDACTED]');
  expect(error.cause).toEqual({ token: '[REDACTED]' });
  expect(error.stack).not.toContain(token);
});

it('masks the address in a URL object', () => {
  expect(redactValue({ url: new URL(`https://ci:${token}@git.example.com/`) })).toEqual({
    url: 'https://ci:[REDACTED]@git.example.com/',
  });
});

it('calls no getter and survives depth', () => {
  const value = {
    get password(): string {
      throw new Error('called');
    },
  };
  expect(() => redactValue(value)).not.toThrow();
  let deep: unknown = token;
  for (let level = 0; level < 10_000; level++) {
    deep = [deep];
  }
  expect(JSON.stringify(redactValue([deep]))).not.toContain(token);
});
