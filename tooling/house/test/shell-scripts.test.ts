import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './repository.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPTS = filesBelow('.').filter((file) => /\.sh$|^bin\/harness$|^\.ci\/run$/.test(file));
const missing = spawnSync('shellcheck', ['--version']).error !== undefined;

it.skipIf(missing)('the scripts of the house are clean for shellcheck', () => {
  expect(SCRIPTS.length).toBeGreaterThan(3);
  expect(spawnSync('shellcheck', SCRIPTS, { cwd: ROOT, encoding: 'utf8' }).stdout).toBe('');
});
