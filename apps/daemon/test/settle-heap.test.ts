import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = join(import.meta.dirname, '../src/settle-heap.ts');

it("changes V8's compilers, and nothing before it is asked to", () => {
  const script = `const tag = () => process.getBuiltinModule('node:v8').cachedDataVersionTag();
    const before = tag();
    const { compileLess } = await import(${JSON.stringify(MODULE)});
    const loaded = tag();
    compileLess();
    console.log(before === loaded, loaded === tag());`;
  const words = ['--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('true false\n');
});
