import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeScript } from '@harness/testkit';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'apps/cli');

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with what a checkout has once it is installed and built, as far as the documents go. */
    readonly checkout: string;
  }
}

/** Builds the command once for all tests, beside the one that somebody may be building or running. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-checkout-'));
  const bundle = join(folder, 'bundle');
  await execa(
    process.execPath,
    [
      join(COMMAND, 'node_modules/rolldown/bin/cli.mjs'),
      '-c',
      'rolldown.config.ts',
      '--dir',
      bundle,
    ],
    { cwd: COMMAND },
  );
  await mkdir(join(folder, 'bin'));
  await cp(join(ROOT, 'bin/harness'), join(folder, 'bin/harness'));
  await cp(join(ROOT, 'hooks'), join(folder, 'hooks'), { recursive: true });
  await cp(join(COMMAND, 'package.json'), join(folder, 'package.json'));
  await symlink(join(COMMAND, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'agents'));
  await writeScript(join(folder, 'agents'), 'claude', 'echo done\n');
  provide('checkout', folder);
  return () => rm(folder, { recursive: true, force: true });
}
