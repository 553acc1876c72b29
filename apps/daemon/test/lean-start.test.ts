import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DAEMON = join(import.meta.dirname, '../src/index.ts');

it("starts without Node's WebSocket client, which every start of a program would copy", () => {
  const script = `await import(${JSON.stringify(DAEMON)}); console.log(process.moduleLoadList.join('\\n'))`;
  const node = ['--conditions=@harness/source', '--input-type=module', '--eval', script];
  const loaded = execFileSync(process.execPath, node, { encoding: 'utf8' }).split('\n');
  expect(loaded).toContain('NativeModule http');
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
});
