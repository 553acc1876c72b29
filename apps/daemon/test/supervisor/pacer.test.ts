import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPacer } from '../../src/supervisor/pacer.ts';

it('leaves two turns between tasks, however many pacers there are, and serves them by turns', async () => {
  const [harnesses, hooks] = [createPacer(), createPacer()];
  const done: string[] = [];
  for (const number of [1, 2, 3]) {
    harnesses.add(() => done.push(`harness ${number}`));
  }
  hooks.add(() => done.push('hook 1'));
  const seen: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    await nextTurn();
    seen.push(done.length);
  }
  expect(seen).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
  expect(done).toEqual(['harness 1', 'hook 1', 'harness 2', 'harness 3']);
});

it('takes a task that a task adds for a later turn', async () => {
  const pacer = createPacer();
  const done: string[] = [];
  pacer.add(() => {
    pacer.add(() => done.push('second'));
    done.push('first');
  });
  while (done.length < 2) {
    await nextTurn();
    expect(done[0] ?? 'first').toBe('first');
  }
  expect(done).toEqual(['first', 'second']);
});
