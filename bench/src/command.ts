import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The built command, which `pnpm build` makes. */
export const COMMAND_MAIN: string = join(ROOT, 'apps/cli/bundle/main.js');

/** The command as people start it. */
export const COMMAND: string = join(ROOT, 'bin/harness');

/** @throws {Error} It has not been built. */
export function requireBuild(): void {
  if (!existsSync(COMMAND_MAIN)) {
    throw new Error('not built yet: run `pnpm build` first');
  }
}
