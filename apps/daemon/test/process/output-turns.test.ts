import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOutputTurns } from '../../src/process/output-turns.ts';

const READ = 64 * 1024;

it('lets everyone read on until the share of a turn is used up', async () => {
  const turns = createOutputTurns(3 * READ);
  const answers = [1, 2, 3, 4].map(() => turns.take(READ, () => undefined));
  expect(answers).toEqual([true, true, false, false]);
  await nextTurn();
  expect(turns.take(READ, () => undefined)).toBe(true);
});

it('lets those who had to stop go on in their order, a few each turn', async () => {
  const turns = createOutputTurns(2 * READ);
  const went: number[] = [];
  const again = (reader: number): void => {
    went.push(reader);
    turns.take(READ, () => again(reader));
  };
  for (const reader of [0, 1, 2, 3, 4]) {
    turns.take(2 * READ, () => again(reader));
  }
  expect(went).toEqual([]);
  await nextTurn();
  expect(went.length).toBeLessThanOrEqual(2);
  while (went.length < 5) {
    await nextTurn();
  }
  expect(went.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
});

it('lets one who read more than a turn holds go on in the next', async () => {
  const turns = createOutputTurns(1);
  let isOn = false;
  turns.take(READ, () => {
    isOn = true;
  });
  expect(isOn).toBe(false);
  await nextTurn();
  expect(isOn).toBe(true);
});
