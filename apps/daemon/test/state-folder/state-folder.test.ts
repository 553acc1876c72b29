import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStateFolder } from '../../src/state-folder/state-folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'state-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const mode = (path: string): number => statSync(path).mode & 0o777;

it('keeps the marks of hooks in memory, in a folder that nobody else may enter', () => {
  const runtime = join(base, 'run');
  mkdirSync(join(runtime, 'harness-begun'), { recursive: true, mode: 0o755 });
  const { begun } = openStateFolder(join(base, 'state'), runtime);
  expect(begun).toBe(join(runtime, 'harness-begun'));
  expect(mode(begun)).toBe(0o700);
});

it('keeps them in the state folder where there is no place in memory', () => {
  const state = join(base, 'state');
  const file = join(base, 'file');
  writeFileSync(file, '');
  for (const runtime of [undefined, file]) {
    const { begun } = openStateFolder(state, runtime);
    expect(begun).toBe(join(state, 'begun'));
    expect(mode(begun)).toBe(0o700);
  }
});
