import { expect, it, vi } from 'vitest';
import { remembered } from '../src/remembered.ts';

it('makes what a text gives once, and gives the same object again', () => {
  const make = vi.fn((text: string) => [text]);
  const get = remembered(make);
  const first = get('a');
  expect([get('a') === first, get('b')]).toEqual([true, ['b']]);
  expect(make).toHaveBeenCalledTimes(2);
});

it('keeps a bounded number of texts, and makes what it has forgotten anew', () => {
  const make = vi.fn((text: string) => [text]);
  const get = remembered(make);
  for (let text = 0; text <= 4096; text += 1) {
    get(String(text));
  }
  get('4096');
  expect(make).toHaveBeenCalledTimes(4097);
  expect(get('0')).toEqual(['0']);
  expect(make).toHaveBeenCalledTimes(4098);
});
