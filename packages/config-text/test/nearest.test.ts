import { expect, it } from 'vitest';
import { nearest, suggest } from '../src/index.ts';

const KEYS = ['command', 'events', 'timeout', 'cooldown'];

it.each([
  ['cool_down', 'cooldown'],
  ['cooldwon', 'cooldown'],
  ['event', 'events'],
  ['Timeout', 'timeout'],
  ['TIMEOUT', 'timeout'],
  ['time-out', 'timeout'],
  ['retries', undefined],
  ['comm', 'command'],
  ['x', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['c'.repeat(10_000), undefined],
])('for %j it means %j', (name, meant) => {
  expect(nearest(name, KEYS)).toBe(meant);
});

it('never takes a word of one letter for another', () => {
  expect(nearest('a', ['b', 'c'])).toBeUndefined();
});

it('lists what is known when nothing is near', () => {
  expect(suggest('retries', KEYS)).toBe('; known are command, events, timeout, cooldown');
  expect(suggest('event', KEYS)).toBe('; did you mean "events"?');
});
