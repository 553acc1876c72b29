import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(join(import.meta.dirname, '../src/engine.ts'));

/** What a Node program of its own prints that has the module's functions and asks V8 about its compilers. */
function printedBy(script: string): string {
  const words = ['--allow-natives-syntax', '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, words, { encoding: 'utf8' });
}

it('compiles a function at its first call from when it is asked to, not before', () => {
  const printed = printedBy(`const { compileAtOnce } = await import(${MODULE});
    const isCompiledByFirstCall = (text) => {
      const called = new Function('point', text);
      called({ x: 1, y: 2 });
      return %ActiveTierIsSparkplug(called);
    };
    const before = isCompiledByFirstCall('return point.x + point.y');
    compileAtOnce();
    console.log(before, isCompiledByFirstCall('return point.x - point.y'));`);
  expect(printed).toBe('false true\n');
});

it('gives back what starting took', () => {
  const printed = printedBy(`const { mock } = await import('node:test');
    mock.timers.enable({ apis: ['setTimeout'] });
    const { settleHeapSoon } = await import(${MODULE});
    settleHeapSoon();
    const left = new WeakRef(new Array(1_000_000).fill(1));
    await new Promise((resolve) => setImmediate(resolve));
    const before = left.deref() !== undefined;
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(5_000);
    console.log(before, left.deref() === undefined);`);
  expect(printed).toBe('true true\n');
});
