import fc from 'fast-check';
import { expect, it } from 'vitest';
import { remembered } from '../src/index.ts';

function counted(most?: number): { ask: (text: string) => string; asked: string[] } {
  const asked: string[] = [];
  const answer = (text: string): string => {
    asked.push(text);
    return `${text}!`;
  };
  return { ask: remembered(answer, most), asked };
}

it('answers a text that it knows without asking again', () => {
  const { ask, asked } = counted();
  expect([ask('15m'), ask('15m'), ask('1h'), ask('15m')]).toEqual(['15m!', '15m!', '1h!', '15m!']);
  expect(asked).toEqual(['15m', '1h']);
});

it('answers as the function does, whatever is asked', () => {
  const { ask } = counted(3);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 })), (texts) => {
      expect(texts.map(ask)).toEqual(texts.map((text) => `${text}!`));
    }),
  );
});

it('begins anew when it is full', () => {
  const { ask, asked } = counted(2);
  for (const text of ['a', 'b', 'a', 'c', 'c', 'a']) {
    ask(text);
  }
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

it('does not keep a text that is longer than 128 units', () => {
  const { ask, asked } = counted();
  for (const length of [128, 128, 129, 129]) {
    ask('x'.repeat(length));
  }
  expect(asked.map((text) => text.length)).toEqual([128, 129, 129]);
});
