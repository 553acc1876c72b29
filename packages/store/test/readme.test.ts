import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { throwawayFolder } from './throwaway-store.ts';

const PACKAGE = join(import.meta.dirname, '..');

it('does what the README shows', () => {
  const folder = throwawayFolder();
  const [, example = ''] =
    /```ts\n(.*?)```/s.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8')) ?? [];
  const script = join(folder, 'example.ts');
  mkdirSync(join(folder, 'state'));
  writeFileSync(
    script,
    example
      .replace('@harness/store', join(PACKAGE, 'src/index.ts'))
      .replace('/home/me/.local/state/harness', join(folder, 'state')),
  );
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '1 01K61XW3ZB durable\n', stderr: '' });
});
