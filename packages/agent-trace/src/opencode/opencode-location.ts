import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Claimant } from '../trace.ts';

/**
 * Where OpenCode's store stands: one for all directories of a person.
 *
 * Source: OpenCode 1.18.33, 2026-11: `$OPENCODE_DB`, else `$XDG_DATA_HOME/opencode/opencode.db`.
 */
export function opencodeStore({ env }: Pick<Claimant, 'env'>): string {
  const data = env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local/share');
  return resolve(data, 'opencode', env['OPENCODE_DB'] || 'opencode.db');
}
