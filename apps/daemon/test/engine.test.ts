import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(join(import.meta.dirname, '../src/engine.ts'));

it('gives back, once it has started, what starting took', () => {
  const script = `const { mock } = await import('node:test');
    mock.timers.enable({ apis: ['setTimeout'] });
    const { settleHeapSoon } = await import(${MODULE});
    const left = new WeakRef(new Array(1_000_000).fill(1));
    settleHeapSoon();
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(5_000);
    console.log(left.deref() === undefined);`;
  const words = ['--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('true\n');
});
