import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('shows an example that does what it says', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const source = join(import.meta.dirname, '../src/index.ts');
  const script = `${example.replace('@harness/posix-spawn', source)}console.log(exit);`;
  const node = ['--conditions=@harness/source', '--input-type=module-typescript', '--eval', script];
  expect(execFileSync(process.execPath, node, { encoding: 'utf8' })).toBe(
    "{ code: null, signal: 'SIGTERM' }\n",
  );
});
